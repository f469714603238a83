using System.Globalization;
using System.Reflection;
using System.Text;
using Xunit;

namespace Lanewise.Tests;

/// <summary>The public API of an assembly as text, a member a line.</summary>
internal static class ApiText
{
    /// <summary>Holds an assembly's API to an approved file, or writes that file where that was asked for.</summary>
    public static void Expect(Assembly assembly, string approvedFile)
    {
        string api = Print(assembly), name = Path.GetFileName(approvedFile);
        if (Environment.GetEnvironmentVariable("LANEWISE_UPDATE_API") == "1")
        {
            File.WriteAllText(approvedFile, api);
            Assert.Skip($"The public API was written to {name}.");
        }

        string[] approved = [.. File.ReadAllLines(approvedFile).Where(line => line.Length > 0)];
        string[] actual = api.Split('\n', StringSplitOptions.RemoveEmptyEntries);
        string difference = string.Join(
            '\n', approved.Except(actual).Select(line => "- " + line).Concat(actual.Except(approved).Select(line => "+ " + line)));
        Assert.True(approved.SequenceEqual(actual), $"The public API differs from {name}:\n{difference}");
    }

    // What a caller's own values may be added to: FileHasher hands back what it is given.
    private static readonly string[] Open = ["Lanewise.Files.HashedFile"];

    /// <summary>Whoever may derive from a class is to be told so: the others are closed.</summary>
    public static void ExpectClosed(Assembly assembly)
    {
        foreach (Type type in assembly.GetExportedTypes().Where(t => t.IsClass && !Open.Contains(t.FullName)))
        {
            Assert.True(type.IsSealed || type.IsAbstract, $"{type.FullName} is neither sealed nor abstract.");
        }
    }

    private static string Print(Assembly assembly)
    {
        StringBuilder text = new();
        foreach (Type type in assembly.GetExportedTypes().OrderBy(t => t.FullName, StringComparer.Ordinal))
        {
            text.Append(Kind(type)).Append(' ').Append(Name(type, true));
            string[] bases =
            [
                .. type.BaseType is { } b && b != typeof(object) && b != typeof(ValueType) && b != typeof(Enum) && !type.IsSubclassOf(typeof(Delegate)) ? new[] { Name(b, false) } : [],
                .. type.GetInterfaces().Where(i => i.IsPublic && type.BaseType?.GetInterfaces().Contains(i) != true).Select(i => Name(i, false)).Order(StringComparer.Ordinal),
            ];
            if (bases.Length > 0) text.Append(" : ").AppendJoin(", ", bases);
            text.Append('\n');

            const BindingFlags Own = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Static | BindingFlags.Instance | BindingFlags.DeclaredOnly;
            IEnumerable<string> members =
            [
                .. type.GetFields(Own).Where(f => (f.IsPublic || f.IsFamily) && !f.IsSpecialName).Select(Field),
                .. type.GetConstructors(Own).Where(IsVisible).Select(c => $"{Modifiers(c)}{type.Name.Split('`')[0]}({Parameters(c)})"),
                .. type.GetProperties(Own).Where(p => p.GetAccessors(true).Any(IsVisible)).Select(Property),
                .. type.GetEvents(Own).Where(e => IsVisible(e.AddMethod!)).Select(e => $"event {Name(e.EventHandlerType!, false)} {e.Name}"),
                .. type.GetMethods(Own).Where(m => IsVisible(m) && (!m.IsSpecialName || m.Name.StartsWith("op_", StringComparison.Ordinal))).Select(Method),
            ];
            foreach (string member in members.Order(StringComparer.Ordinal)) text.Append("    ").Append(member).Append('\n');
        }

        return text.ToString();
    }

    private static bool IsVisible(MethodBase method) => method.IsPublic || method.IsFamily || method.IsFamilyOrAssembly;

    private static string Kind(Type type) =>
        type.IsEnum ? "enum"
        : type.IsSubclassOf(typeof(Delegate)) ? "delegate"
        : type.IsInterface ? "interface"
        : type.IsValueType ? (type.IsByRefLike ? "ref struct" : "struct")
        : type is { IsAbstract: true, IsSealed: true } ? "static class"
        : type.IsAbstract ? "abstract class"
        : type.IsSealed ? "sealed class"
        : "class";

    private static string Field(FieldInfo field) => field.IsLiteral
        ? string.Create(CultureInfo.InvariantCulture, $"const {Name(field.FieldType, false)} {field.Name} = {Value(field.GetRawConstantValue())}")
        : $"{(field.IsStatic ? "static " : "")}{(field.IsInitOnly ? "readonly " : "")}{Name(field.FieldType, false)} {field.Name}";

    private static string Property(PropertyInfo property)
    {
        MethodInfo accessor = property.GetAccessors(true).First(IsVisible);
        bool init = property.SetMethod?.ReturnParameter.GetRequiredCustomModifiers().Any(m => m.Name == "IsExternalInit") == true;
        string get = property.GetMethod is { } g && IsVisible(g) ? "get; " : "", set = property.SetMethod is { } s && IsVisible(s) ? (init ? "init; " : "set; ") : "";
        ParameterInfo[] index = property.GetIndexParameters();
        string name = index.Length == 0 ? property.Name : $"this[{string.Join(", ", index.Select(Parameter))}]";
        return $"{Modifiers(accessor)}{Name(property.PropertyType, false)} {name} {{ {get}{set}}}";
    }

    private static string Method(MethodInfo method)
    {
        string generic = method.IsGenericMethod ? $"<{string.Join(", ", method.GetGenericArguments().Select(a => a.Name))}>" : "";
        return $"{Modifiers(method)}{Name(method.ReturnType, false)} {method.Name}{generic}({Parameters(method)})";
    }

    private static string Modifiers(MethodBase method) =>
        (method.IsPublic ? "" : "protected ")
        + (method.IsStatic ? "static " : "")
        + (method.IsAbstract ? "abstract " : method.IsVirtual && !method.IsFinal ? (method is MethodInfo m && m.GetBaseDefinition() != m ? "override " : "virtual ") : "");

    private static string Parameters(MethodBase method) => string.Join(", ", method.GetParameters().Select(Parameter));

    private static string Parameter(ParameterInfo p)
    {
        string prefix = p.IsOut ? "out " : p.ParameterType.IsByRef ? (p.IsIn ? "in " : "ref ") : p.IsDefined(typeof(ParamArrayAttribute)) ? "params " : "";
        string type = Name(p.ParameterType.IsByRef ? p.ParameterType.GetElementType()! : p.ParameterType, false);
        return $"{prefix}{type} {p.Name}{(p.HasDefaultValue ? $" = {Value(p.DefaultValue)}" : "")}";
    }

    private static string Value(object? value) => value switch
    {
        null => "default",
        string s => $"\"{s}\"",
        bool b => b ? "true" : "false",
        _ => Convert.ToString(value, CultureInfo.InvariantCulture)!,
    };

    private static string Name(Type type, bool full)
    {
        if (type.IsArray) return Name(type.GetElementType()!, full) + "[]";
        if (Nullable.GetUnderlyingType(type) is { } inner) return Name(inner, full) + "?";
        string? keyword = type.FullName switch
        {
            "System.Void" => "void",
            "System.Byte" => "byte",
            "System.Int32" => "int",
            "System.UInt32" => "uint",
            "System.Int64" => "long",
            "System.UInt64" => "ulong",
            "System.Boolean" => "bool",
            "System.String" => "string",
            "System.Object" => "object",
            "System.Char" => "char",
            _ => null,
        };
        if (keyword is not null) return keyword;

        string name = type.IsGenericParameter ? type.Name : ((full ? type.Namespace + "." : "") + (type.DeclaringType is { } outer ? Name(outer, false) + "." : "") + type.Name.Split('`')[0]);
        return type.IsGenericType ? $"{name}<{string.Join(", ", type.GetGenericArguments().Select(a => Name(a, false)))}>" : name;
    }
}

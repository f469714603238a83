using System.Globalization;
using System.Reflection;

/// <summary>Formats public types and members as C# declarations on one line, for the approved API and for the pages.</summary>
internal static class ApiSignature
{
    private const BindingFlags Own = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Static | BindingFlags.Instance
        | BindingFlags.DeclaredOnly;

    /// <summary>The declaration of a type: its kind, full name and base types.</summary>
    public static string Of(Type type)
    {
        string[] bases =
        [
            .. type.BaseType is { } b && b != typeof(object) && b != typeof(ValueType) && b != typeof(Enum)
                && !type.IsSubclassOf(typeof(Delegate)) ? new[] { Name(b, false) } : [],
            .. type.GetInterfaces().Where(i => i.IsPublic && type.BaseType?.GetInterfaces().Contains(i) != true)
                .Select(i => Name(i, false)).Order(StringComparer.Ordinal),
        ];
        return $"{Kind(type)} {Name(type, true)}{(bases.Length > 0 ? " : " : "")}{string.Join(", ", bases)}";
    }

    /// <summary>The public and protected members that a type itself declares.</summary>
    public static IEnumerable<(MemberInfo Member, string Text)> Members(Type type) =>
    [
        .. type.GetFields(Own).Where(f => (f.IsPublic || f.IsFamily) && !f.IsSpecialName).Select(f => ((MemberInfo)f, Field(f))),
        .. type.GetConstructors(Own).Where(IsVisible)
            .Select(c => ((MemberInfo)c, $"{Modifiers(c)}{type.Name.Split('`')[0]}({Parameters(c)})")),
        .. type.GetProperties(Own).Where(p => p.GetAccessors(true).Any(IsVisible)).Select(p => ((MemberInfo)p, Property(p))),
        .. type.GetEvents(Own).Where(e => IsVisible(e.AddMethod!))
            .Select(e => ((MemberInfo)e, $"event {Name(e.EventHandlerType!, false)} {e.Name}")),
        .. type.GetMethods(Own)
            .Where(m => IsVisible(m) && (!m.IsSpecialName || m.Name.StartsWith("op_", StringComparison.Ordinal)))
            .Select(m => ((MemberInfo)m, Method(m))),
    ];

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
        ? string.Create(
            CultureInfo.InvariantCulture,
            $"const {Name(field.FieldType, false)} {field.Name} = {Value(field.GetRawConstantValue())}")
        : $"{(field.IsStatic ? "static " : "")}{(field.IsInitOnly ? "readonly " : "")}"
            + $"{Name(field.FieldType, false)} {field.Name}";

    private static string Property(PropertyInfo property)
    {
        MethodInfo accessor = property.GetAccessors(true).First(IsVisible);
        bool init = property.SetMethod?.ReturnParameter.GetRequiredCustomModifiers().Any(m => m.Name == "IsExternalInit") == true;
        string get = property.GetMethod is { } g && IsVisible(g) ? "get; " : "",
            set = property.SetMethod is { } s && IsVisible(s) ? (init ? "init; " : "set; ") : "";
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
        + (method.IsAbstract ? "abstract "
            : !method.IsVirtual || method.IsFinal ? ""
            : method is MethodInfo m && m.GetBaseDefinition() != m ? "override " : "virtual ");

    private static string Parameters(MethodBase method) => string.Join(", ", method.GetParameters().Select(Parameter));

    private static string Parameter(ParameterInfo p)
    {
        string prefix = p.IsOut ? "out " : p.ParameterType.IsByRef ? (p.IsIn ? "in " : "ref ")
            : p.IsDefined(typeof(ParamArrayAttribute)) ? "params " : "";
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

        string name = type.IsGenericParameter ? type.Name : (full ? type.Namespace + "." : "")
            + (type.DeclaringType is { } outer ? Name(outer, false) + "." : "") + type.Name.Split('`')[0];
        return type.IsGenericType ? $"{name}<{string.Join(", ", type.GetGenericArguments().Select(a => Name(a, false)))}>" : name;
    }
}

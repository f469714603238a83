using System.Reflection;

/// <summary>The identifiers of members in documentation files (C# standard, annex D.4.2).</summary>
internal static class DocumentationId
{
    private const BindingFlags Own = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Static | BindingFlags.Instance
        | BindingFlags.DeclaredOnly;

    /// <summary>The identifiers of all public and protected members of public types.</summary>
    public static IEnumerable<string> OfVisible(Assembly assembly) =>
        assembly.GetExportedTypes()
            .SelectMany(type => type.GetMembers(Own).Where(IsVisible).Select(Of).Prepend("T:" + Name(type)));

    private static bool IsVisible(MemberInfo member) => member switch
    {
        MethodBase method => method.IsPublic || method.IsFamily || method.IsFamilyOrAssembly,
        FieldInfo field => field.IsPublic || field.IsFamily || field.IsFamilyOrAssembly,
        PropertyInfo property => property.GetAccessors(true).Any(IsVisible),
        EventInfo @event => IsVisible(@event.AddMethod!),
        _ => false, // A nested type is visited as a type.
    };

    /// <summary>The identifier of a member.</summary>
    public static string Of(MemberInfo member) => member switch
    {
        MethodInfo method => $"M:{Name(method.DeclaringType!)}.{method.Name}{Arity(method)}"
            + $"{Parameters(method.GetParameters())}{Conversion(method)}",
        ConstructorInfo constructor => $"M:{Name(constructor.DeclaringType!)}.#ctor{Parameters(constructor.GetParameters())}",
        PropertyInfo property => $"P:{Name(property.DeclaringType!)}.{property.Name}{Parameters(property.GetIndexParameters())}",
        EventInfo => $"E:{Name(member.DeclaringType!)}.{member.Name}",
        _ => $"F:{Name(member.DeclaringType!)}.{member.Name}",
    };

    private static string Arity(MethodInfo method) => method.IsGenericMethod ? $"``{method.GetGenericArguments().Length}" : "";

    private static string Conversion(MethodInfo method) =>
        method.Name is "op_Implicit" or "op_Explicit" ? "~" + Use(method.ReturnType) : "";

    private static string Parameters(ParameterInfo[] parameters) =>
        parameters.Length == 0 ? "" : $"({string.Join(',', parameters.Select(parameter => Use(parameter.ParameterType)))})";

    /// <summary>The name of a type without the prefix letter. For a generic type, this is the name of its definition.</summary>
    public static string Name(Type type) =>
        (type.IsGenericType ? type.GetGenericTypeDefinition() : type).FullName!.Replace('+', '.');

    // Formats a type in a parameter list, with placeholders for type parameters.
    private static string Use(Type type)
    {
        if (type.IsByRef) return Use(type.GetElementType()!) + "@";
        if (type.IsArray) return Use(type.GetElementType()!) + "[]"; // All arrays here have one dimension.
        if (type.IsGenericMethodParameter) return $"``{type.GenericParameterPosition}";
        if (type.IsGenericParameter) return $"`{type.GenericParameterPosition}";
        if (!type.IsGenericType) return Name(type);

        string name = Name(type.GetGenericTypeDefinition());
        string arguments = string.Join(',', type.GetGenericArguments().Select(Use));
        return $"{name[..name.IndexOf('`', StringComparison.Ordinal)]}{{{arguments}}}";
    }
}

using System.Reflection;
using Lanewise.Incremental;

namespace Lanewise.Tests;

/// <summary>Returns the contents of an instance's arrays. Tests use this class to check that memory was wiped.</summary>
internal static class Secrets
{
    private const BindingFlags Fields = BindingFlags.Instance | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;

    private static readonly Type[] Kinds = [typeof(byte[]), typeof(uint[]), typeof(ulong[])];

    public static object Field(object instance, string name) => instance.GetType().GetField(name, Fields)!.GetValue(instance)!;

    /// <summary>Returns the inner incremental hash on which another incremental hash is based.</summary>
    public static object Inner(object running) => running.GetType().GetFields(Fields)
        .Single(field => typeof(IIncrementalHash).IsAssignableFrom(field.FieldType)).GetValue(running)!;

    /// <summary>
    /// Returns all byte arrays and word arrays of an instance. The arrays are not copied, so a later check sees their new
    /// contents.
    /// </summary>
    public static IReadOnlyList<Array> Arrays(object instance) =>
    [
        .. FieldsOf(instance).Where(field => Kinds.Contains(field.FieldType))
            .Select(field => (Array)field.GetValue(instance)!).Where(array => array is not null),
    ];

    /// <summary>Returns the arrays of an instance and of all Lanewise instances that it contains.</summary>
    public static IReadOnlyList<Array> AllArrays(object instance)
    {
        HashSet<object> seen = new(ReferenceEqualityComparer.Instance);
        Collect(instance);
        return [.. seen.SelectMany(Arrays).Distinct(ReferenceEqualityComparer.Instance).Cast<Array>()];

        void Collect(object one)
        {
            if (!seen.Add(one)) return;

            foreach (FieldInfo field in FieldsOf(one)
                .Where(field => field.FieldType.Assembly == typeof(IIncrementalHash).Assembly && !field.FieldType.IsValueType))
            {
                if (field.GetValue(one) is { } held) Collect(held);
            }
        }
    }

    // Returns the fields declared by the instance's type and its base types.
    private static IEnumerable<FieldInfo> FieldsOf(object instance)
    {
        for (Type? type = instance.GetType(); type is not null; type = type.BaseType)
        {
            foreach (FieldInfo field in type.GetFields(Fields)) yield return field;
        }
    }

    /// <summary>Returns the content of all arrays of an instance as 64-bit words.</summary>
    public static IReadOnlyList<ulong> Words(object instance) =>
        [.. Arrays(instance).SelectMany(array => array.Cast<object>()).Select(item => Convert.ToUInt64(item, null))];
}

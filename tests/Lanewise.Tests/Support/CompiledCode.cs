using System.Reflection;
using System.Reflection.Metadata.Ecma335;
using System.Runtime.CompilerServices;

namespace Lanewise.Tests;

/// <summary>Identifies a member or type, regardless of type arguments.</summary>
internal readonly record struct MemberKey(Module Module, int Token)
{
    /// <summary>
    /// Returns the key of a member or type. For an override, this is the key of the base class's method, because the code that
    /// calls an override names that method.
    /// </summary>
    public static MemberKey Of(MemberInfo member)
    {
        if (member is MethodInfo method) member = method.GetBaseDefinition();
        return new(member.Module, member.MetadataToken);
    }
}

/// <summary>Reads from compiled code which members and types the code uses.</summary>
internal static class CompiledCode
{
    private const BindingFlags All =
        BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Static | BindingFlags.Instance | BindingFlags.DeclaredOnly;

    /// <summary>Returns the methods and constructors that a type declares, including private members.</summary>
    public static IEnumerable<MethodBase> Methods(Type type) => [.. type.GetMethods(All), .. type.GetConstructors(All)];

    /// <summary>Returns the members and types that the body of a method uses.</summary>
    public static IEnumerable<MemberInfo> Uses(MethodBase method)
    {
        if (method.GetMethodBody()?.GetILAsByteArray() is not { } code) return [];

        Type[]? ofType = method.DeclaringType is { IsGenericType: true } type ? type.GetGenericArguments() : null,
            ofMethod = method.IsGenericMethod ? method.GetGenericArguments() : null;
        return SafeCodeTests.Instructions(code).Where(instruction => !instruction.Handle.IsNil).Select(instruction =>
            method.Module.ResolveMember(MetadataTokens.GetToken(instruction.Handle), ofType, ofMethod)!);
    }

    /// <summary>
    /// Returns the members that a test uses, directly or through lambdas and helper methods of the same assembly.
    /// </summary>
    public static HashSet<MemberKey> Reach(MethodBase test)
    {
        HashSet<MemberKey> found = [];
        Stack<MethodBase> open = new([test]);
        while (open.TryPop(out MethodBase? next))
        {
            // The compiler moves the body of an asynchronous method or an iterator to a separate type.
            if (next.GetCustomAttribute<StateMachineAttribute>() is { StateMachineType: Type machine })
            {
                open.Push(machine.GetMethod("MoveNext", All)!);
            }

            foreach (MemberInfo member in Uses(next))
            {
                if (found.Add(MemberKey.Of(member)) && member is MethodBase called && called.Module == test.Module)
                {
                    open.Push(called);
                }
            }
        }

        return found;
    }
}

using System.Collections.Concurrent;
using System.Reflection;
using System.Reflection.Emit;

namespace Lanewise.Tests;

/// <summary>
/// Estimates from the IL how many locals the JIT creates for a method and its inlined code. The estimate includes the locals of
/// each method body that can be reached, one local for each returned structure, and one local for each argument, unless the
/// argument is a local, a constant or the address of a local. The method does not need to run, so 512-bit kernels can be checked
/// on every machine.
/// </summary>
/// <remarks> For branches on types and on <c>IsSupported</c>, the estimate assumes a CPU with all instruction sets. Intrinsics
/// add no locals. For interleaved lanes, the estimate is lower than the JIT's own count. </remarks>
internal static class InlinedLocals
{
    private static readonly Dictionary<int, OpCode> Codes = typeof(OpCodes).GetFields(BindingFlags.Public | BindingFlags.Static)
        .Select(field => (OpCode)field.GetValue(null)!).ToDictionary(code => code.Value & 0xFFFF);

    private static readonly ConcurrentDictionary<MethodBase, int> Known = new();

    /// <summary>
    /// The kind of a value on the stack: a constant that decides a branch, a simple value, or any other value.
    /// </summary>
    private readonly record struct Item(bool IsSimple, bool? Constant = null, Type? Type = null);

    /// <summary>Counts the locals of a method and of all code that is inlined into it.</summary>
    public static int Count(MethodBase method) => Known.TryGetValue(method, out int known) ? known : Known[method] = Walk(method);

    private static int Walk(MethodBase method)
    {
        MethodBody? body = method.GetMethodBody();
        if (body is null) return 0;

        byte[] il = body.GetILAsByteArray()!;
        HashSet<int> locals = [], seen = [];
        Stack<(int At, List<Item> Items)> open = new();
        open.Push((0, []));
        int sum = 0;
        while (open.TryPop(out (int At, List<Item> Items) next))
        {
            List<Item> items = next.Items;
            for (int at = next.At; at < il.Length && seen.Add(at);)
            {
                int code = il[at++];
                if (code == 0xFE) code = 0xFE00 | il[at++];
                OpCode op = Codes[code];
                int operand = at, size = OperandBytes(op, il, at);
                at += size;
                string name = op.Name!;
                if (name.StartsWith("ldarg", StringComparison.Ordinal) || name.StartsWith("ldc", StringComparison.Ordinal)
                    || name.StartsWith("ldloc", StringComparison.Ordinal))
                {
                    if (name.StartsWith("ldloc", StringComparison.Ordinal)) locals.Add(Index(name, il, operand, size));
                    items.Add(new Item(true, name == "ldc.i4.0" ? false : name == "ldc.i4.1" ? true : null));
                }
                else if (name.StartsWith("stloc", StringComparison.Ordinal))
                {
                    locals.Add(Index(name, il, operand, size));
                    Pop(items);
                }
                else if (op.FlowControl == FlowControl.Call && op != OpCodes.Calli)
                {
                    sum += Call(method, op, Resolve(method, BitConverter.ToInt32(il, operand)),
                        Constraint(method, il, at), items);
                }
                else if (op == OpCodes.Ldtoken || op == OpCodes.Box || op == OpCodes.Isinst)
                {
                    Type? type = ResolveType(method, BitConverter.ToInt32(il, operand));
                    Item below = op == OpCodes.Ldtoken ? default : Pop(items);
                    items.Add(op == OpCodes.Isinst && below.Type
                        is { } boxed ? new Item(true, type!.IsAssignableFrom(boxed)) : new Item(true, null, type));
                }
                else if (op.FlowControl == FlowControl.Branch)
                {
                    if (name.StartsWith("leave", StringComparison.Ordinal)) items.Clear();
                    at = Target(il, operand, size, at);
                }
                else if (op.FlowControl == FlowControl.Cond_Branch)
                {
                    bool one = name.StartsWith("brtrue", StringComparison.Ordinal)
                        || name.StartsWith("brfalse", StringComparison.Ordinal);
                    bool? constant = one || op == OpCodes.Switch ? Pop(items).Constant : null;
                    if (!one && op != OpCodes.Switch) (_, _) = (Pop(items), Pop(items));
                    if (op == OpCodes.Switch)
                    {
                        for (int i = 0; i < (size / 4) - 1; i++)
                        {
                            open.Push((at + BitConverter.ToInt32(il, operand + 4 + (4 * i)), [.. items]));
                        }
                    }
                    else if (one && constant is { } known)
                    {
                        if (known == name.StartsWith("brtrue", StringComparison.Ordinal)) at = Target(il, operand, size, at);
                    }
                    else
                    {
                        open.Push((Target(il, operand, size, at), [.. items]));
                    }
                }
                else if (op.FlowControl is FlowControl.Return or FlowControl.Throw)
                {
                    break;
                }
                else
                {
                    Item kept = op == OpCodes.Dup ? items[^1] : new Item(op == OpCodes.Ldflda || op == OpCodes.Ldfld);
                    for (int i = Pops(op); i > 0; i--) Pop(items);
                    for (int i = Pushes(op); i > 0; i--) items.Add(kept);
                }
            }
        }

        return sum + locals.Count;
    }

    // Counts the locals that a call adds to its caller. Intrinsics and calls that are not inlined add none.
    private static int Call(MethodBase caller, OpCode op, MethodBase? target, Type? constraint, List<Item> items)
    {
        if (target is null) return 0;

        ParameterInfo[] parameters = target.GetParameters();
        bool hasThis = !target.IsStatic && op != OpCodes.Newobj;
        int complex = 0;
        List<Item> arguments = [];
        for (int i = parameters.Length + (hasThis ? 1 : 0); i > 0; i--)
        {
            arguments.Insert(0, Pop(items));
            if (!arguments[0].IsSimple) complex++;
        }

        if (constraint is not null) target = Implementation(constraint, target, parameters) ?? target;
        Type returned = target is MethodInfo info ? info.ReturnType : target.DeclaringType!;
        if (returned != typeof(void)) items.Add(Result(target, arguments));
        bool isStruct = returned.IsValueType && !returned.IsPrimitive && !returned.IsEnum && returned != typeof(void);
        if (IsIntrinsic(target) || !IsInlined(target) || target == caller) return 0;

        return complex + (isStruct ? 1 : 0) + Count(target);
    }

    private static Item Result(MethodBase target, List<Item> arguments)
    {
        if (target.Name == "GetTypeFromHandle") return arguments[0];
        if (target.Name == "op_Equality" && arguments is [{ Type: { } left }, { Type: { } right }])
        {
            return new Item(true, left == right);
        }
        if (target.Name is "get_IsSupported" or "get_IsHardwareAccelerated")
        {
            return new Item(true, !target.DeclaringType!.FullName!.Contains(".Arm.", StringComparison.Ordinal));
        }

        // A static property of a specification is a constant.
        byte[]? il = target.GetMethodBody()?.GetILAsByteArray();
        return new Item(il is { Length: <= 6 } && Codes[il[0]].Name!.StartsWith("ldc", StringComparison.Ordinal));
    }

    private static bool IsIntrinsic(MethodBase method) =>
        method.CustomAttributes.Any(attribute => attribute.AttributeType.Name == "IntrinsicAttribute")
        || method.DeclaringType!.CustomAttributes.Any(attribute => attribute.AttributeType.Name == "IntrinsicAttribute")
        || method.DeclaringType.FullName!.StartsWith("System.Runtime.Intrinsics.X86", StringComparison.Ordinal);

    private static bool IsInlined(MethodBase method)
    {
        MethodImplAttributes flags = method.MethodImplementationFlags;
        if ((flags & MethodImplAttributes.NoInlining) != 0 || method.IsAbstract) return false;

        return (flags & MethodImplAttributes.AggressiveInlining) != 0
            || method.GetMethodBody()?.GetILAsByteArray()?.Length is <= 32;
    }

    // Finds the method of a lane type that implements an interface method.
    private static MethodInfo? Implementation(Type type, MethodBase target, ParameterInfo[] parameters)
    {
        if (!target.DeclaringType!.IsInterface || !type.IsValueType) return null;

        InterfaceMapping map = type.GetInterfaceMap(target.DeclaringType);
        int i = Array.FindIndex(map.InterfaceMethods, method => method.MetadataToken == target.MetadataToken);
        MethodInfo? found = i < 0 ? null : map.TargetMethods[i];
        if (found is null || parameters.Length != found.GetParameters().Length) return null;

        return target.IsGenericMethod ? found.MakeGenericMethod(target.GetGenericArguments()) : found;
    }

    // The constrained prefix (FE 16 and a token) directly precedes the call instruction (an opcode and a token) that was just
    // read.
    private static Type? Constraint(MethodBase method, byte[] il, int after) =>
        after >= 11 && il[after - 11] == 0xFE && il[after - 10] == 0x16
            ? ResolveType(method, BitConverter.ToInt32(il, after - 9))
            : null;

    private static MethodBase? Resolve(MethodBase method, int token) =>
        method.Module.ResolveMethod(token, TypeArguments(method), MethodArguments(method));

    private static Type? ResolveType(MethodBase method, int token) =>
        method.Module.ResolveMember(token, TypeArguments(method), MethodArguments(method)) as Type;

    private static Type[] TypeArguments(MethodBase method) => method.DeclaringType!.IsGenericType
        ? method.DeclaringType.GetGenericArguments()
        : [];

    private static Type[] MethodArguments(MethodBase method) => method.IsGenericMethod ? method.GetGenericArguments() : [];

    private static Item Pop(List<Item> items)
    {
        if (items.Count == 0) return default;

        Item last = items[^1];
        items.RemoveAt(items.Count - 1);
        return last;
    }

    private static int Index(string name, byte[] il, int operand, int size) => size switch
    {
        0 => name[^1] - '0',
        1 => il[operand],
        _ => BitConverter.ToUInt16(il, operand),
    };

    private static int Target(byte[] il, int operand, int size, int after) =>
        after + (size == 1 ? (sbyte)il[operand] : BitConverter.ToInt32(il, operand));

    private static int OperandBytes(OpCode op, byte[] il, int at) => op.OperandType switch
    {
        OperandType.InlineNone => 0,
        OperandType.ShortInlineBrTarget or OperandType.ShortInlineI or OperandType.ShortInlineVar => 1,
        OperandType.InlineVar => 2,
        OperandType.InlineI8 or OperandType.InlineR => 8,
        OperandType.InlineSwitch => 4 + (4 * BitConverter.ToInt32(il, at)),
        _ => 4,
    };

    private static int Pops(OpCode op) => op.StackBehaviourPop switch
    {
        StackBehaviour.Pop0 => 0,
        StackBehaviour.Pop1 or StackBehaviour.Popi or StackBehaviour.Popref => 1,
        StackBehaviour.Pop1_pop1 or StackBehaviour.Popi_pop1 or StackBehaviour.Popi_popi or StackBehaviour.Popi_popi8
            or StackBehaviour.Popi_popr4 or StackBehaviour.Popi_popr8 or StackBehaviour.Popref_pop1
                or StackBehaviour.Popref_popi => 2,
        StackBehaviour.Varpop => 0,
        _ => 3,
    };

    private static int Pushes(OpCode op) => op.StackBehaviourPush switch
    {
        StackBehaviour.Push0 or StackBehaviour.Varpush => 0,
        StackBehaviour.Push1_push1 => 2,
        _ => 1,
    };
}

using System.Collections.Immutable;
using System.Globalization;
using System.Reflection;
using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;
using System.Reflection.PortableExecutable;
using Xunit;

namespace Lanewise.Tests;

/// <summary>
/// Checks that the compiled assembly contains only safe code. A check of the source alone could miss code that other tools add
/// to the assembly.
/// </summary>
public sealed class SafeCodeTests
{
    // Only in these members of MemoryMarshal does the runtime check the lengths.
    private static readonly string[] AllowedMemoryMarshal = ["Cast", "AsBytes"];

    private static readonly string[] ForbiddenTypes =
    [
        "System.Runtime.CompilerServices.Unsafe",
        "System.Runtime.InteropServices.Marshal",
        "System.Runtime.InteropServices.CollectionsMarshal",
        "System.Runtime.InteropServices.NativeMemory",
        "System.Runtime.InteropServices.NativeLibrary",
        "System.Runtime.InteropServices.GCHandle",
        "System.Buffers.MemoryHandle",
        "System.Security.UnverifiableCodeAttribute",
        "System.Security.SuppressUnmanagedCodeSecurityAttribute",
    ];

    [Fact]
    public void TheLibraryIsSafeCodeOnly() => Assert.Empty(Findings(typeof(LanewiseHash).Assembly.Location));

    [Fact]
    public void TheScanFindsForbiddenMembers()
    {
        // .NET uses all of these members. If the scan finds none of them in .NET, the scan does not work.
        List<string> findings = Findings(typeof(object).Assembly.Location);
        Assert.Contains(findings, f => f.StartsWith("P/Invoke", StringComparison.Ordinal));
        Assert.Contains(findings, f => f.StartsWith("pointer", StringComparison.Ordinal));
        Assert.Contains(findings, f => f.StartsWith("opcode", StringComparison.Ordinal));
        // The first assembly defines the unsafe members. The collections assembly refers to them.
        findings = Findings(typeof(SortedSet<int>).Assembly.Location);
        Assert.Contains(findings, f => f.StartsWith("reference to System.Runtime", StringComparison.Ordinal));
    }

    // Returns whether the compiler generates a member itself for safe code: access to inline arrays or to constant data.
    private static bool IsGenerated(string type) => type.Contains("<PrivateImplementationDetails>", StringComparison.Ordinal);

    private static List<string> Findings(string file)
    {
        List<string> findings = [];
        using PEReader pe = new(File.OpenRead(file));
        MetadataReader reader = pe.GetMetadataReader();
        PointerFinder pointers = new();

        foreach (TypeDefinitionHandle handle in reader.TypeDefinitions)
        {
            TypeDefinition type = reader.GetTypeDefinition(handle);
            string typeName = FullName(reader, handle);
            if (IsGenerated(typeName)) continue;

            if ((type.Attributes & TypeAttributes.LayoutMask) == TypeAttributes.ExplicitLayout)
            {
                findings.Add($"explicit layout of {typeName}");
            }

            foreach (FieldDefinitionHandle fieldHandle in type.GetFields())
            {
                FieldDefinition field = reader.GetFieldDefinition(fieldHandle);
                if (field.DecodeSignature(pointers, null))
                {
                    findings.Add($"pointer in the field {typeName}.{reader.GetString(field.Name)}");
                }
            }

            foreach (MethodDefinitionHandle methodHandle in type.GetMethods())
            {
                MethodDefinition method = reader.GetMethodDefinition(methodHandle);
                string name = $"{typeName}.{reader.GetString(method.Name)}";
                if ((method.Attributes & MethodAttributes.PinvokeImpl) != 0) findings.Add($"P/Invoke {name}");
                if (HasPointer(method.DecodeSignature(pointers, null))) findings.Add($"pointer in the signature of {name}");
                if (method.RelativeVirtualAddress == 0) continue;

                MethodBodyBlock body = pe.GetMethodBody(method.RelativeVirtualAddress);
                if (!body.LocalSignature.IsNil
                    && reader.GetStandaloneSignature(body.LocalSignature).DecodeLocalSignature(pointers, null).Contains(true))
                {
                    findings.Add($"pointer or pinned local in {name}");
                }

                foreach ((string what, EntityHandle called) in Instructions(body.GetILBytes()!))
                {
                    if (called.IsNil) findings.Add($"opcode {what} in {name}");
                    else if (Forbidden(reader, called, pointers) is { } reason) findings.Add($"{reason} in {name}");
                }
            }
        }

        return findings;
    }

    /// <summary>Returns the reason why a member or type is forbidden, or null if it is allowed.</summary>
    private static string? Forbidden(MetadataReader reader, EntityHandle handle, PointerFinder pointers)
    {
        switch (handle.Kind)
        {
            case HandleKind.MethodSpecification:
                return Forbidden(reader, reader.GetMethodSpecification((MethodSpecificationHandle)handle).Method, pointers);
            case HandleKind.TypeReference:
                return ForbiddenTypes.Contains(FullName(reader, handle)) ? $"reference to {FullName(reader, handle)}" : null;
            case HandleKind.MethodDefinition:
                return IsForbidden(FullName(reader,
                    reader.GetMethodDefinition((MethodDefinitionHandle)handle).GetDeclaringType()));
            case HandleKind.MemberReference:
                MemberReference member = reader.GetMemberReference((MemberReferenceHandle)handle);
                string type = FullName(reader, member.Parent), name = reader.GetString(member.Name);
                if (ForbiddenTypes.Contains(type)) return $"reference to {type}.{name}";
                if (type == "System.Runtime.InteropServices.MemoryMarshal" && !AllowedMemoryMarshal.Contains(name))
                {
                    return $"reference to {type}.{name}";
                }
                if (name.EndsWith("Unsafe", StringComparison.Ordinal)
                    && name is not ("ToVector256Unsafe" or "ToVector512Unsafe" or "AsVector128Unsafe"))
                {
                    return $"reference to {type}.{name}";
                }

                // Spans over stackalloc and constant data are created from an address. Only the compiler may generate such code.
                bool span = name == ".ctor" && type is "System.Span`1" or "System.ReadOnlySpan`1";
                bool pointer = member.GetKind() == MemberReferenceKind.Method
                    && HasPointer(member.DecodeMethodSignature(pointers, null));
                return pointer && !span ? $"pointer in a call of {type}.{name}" : null;
            default:
                return null;
        }

        static string? IsForbidden(string type) => ForbiddenTypes.Contains(type) ? $"reference to {type}" : null;
    }

    private static string FullName(MetadataReader reader, EntityHandle handle)
    {
        switch (handle.Kind)
        {
            case HandleKind.TypeReference:
                TypeReference reference = reader.GetTypeReference((TypeReferenceHandle)handle);
                return $"{reader.GetString(reference.Namespace)}.{reader.GetString(reference.Name)}";
            case HandleKind.TypeDefinition:
                TypeDefinition definition = reader.GetTypeDefinition((TypeDefinitionHandle)handle);
                string name = $"{reader.GetString(definition.Namespace)}.{reader.GetString(definition.Name)}";
                return definition.GetDeclaringType().IsNil ? name : $"{FullName(reader, definition.GetDeclaringType())}+{name}";
            case HandleKind.TypeSpecification:
                return reader.GetTypeSpecification((TypeSpecificationHandle)handle).DecodeSignature(new GenericName(), null);
            default:
                return "";
        }
    }

    // Returns the members and types that the code uses. The instructions calli, cpblk and initblk (indirect calls and block
    // operations on addresses) have no handle.
    internal static IEnumerable<(string What, EntityHandle Handle)> Instructions(byte[] il)
    {
        for (int i = 0; i < il.Length;)
        {
            int code = il[i++];
            if (code == 0xFE) code = 0xFE00 | il[i++];
            if (code == 0x29) yield return ("calli", default);
            if (code == 0xFE17) yield return ("cpblk", default);
            if (code == 0xFE18) yield return ("initblk", default);
            if (Operands.TryGetValue(code, out System.Reflection.Emit.OperandType operand)
                && operand is System.Reflection.Emit.OperandType.InlineMethod or System.Reflection.Emit.OperandType.InlineTok
                    or System.Reflection.Emit.OperandType.InlineType or System.Reflection.Emit.OperandType.InlineField)
            {
                yield return ("", (EntityHandle)MetadataTokens.Handle(BitConverter.ToInt32(il, i)));
            }

            i += OperandBytes(code, il, i);
        }
    }

    private static int OperandBytes(int code, byte[] il, int at)
    {
        if (!Operands.TryGetValue(code, out System.Reflection.Emit.OperandType operand))
        {
            throw new InvalidDataException(string.Create(CultureInfo.InvariantCulture, $"Opcode {code:x} is unknown."));
        }

        return operand switch
        {
            System.Reflection.Emit.OperandType.InlineNone => 0,
            System.Reflection.Emit.OperandType.ShortInlineBrTarget or System.Reflection.Emit.OperandType.ShortInlineI
            or System.Reflection.Emit.OperandType.ShortInlineVar => 1,
            System.Reflection.Emit.OperandType.InlineVar => 2,
            System.Reflection.Emit.OperandType.InlineI8 or System.Reflection.Emit.OperandType.InlineR => 8,
            System.Reflection.Emit.OperandType.InlineSwitch => 4 + (4 * BitConverter.ToInt32(il, at)),
            _ => 4,
        };
    }

    private static readonly Dictionary<int, System.Reflection.Emit.OperandType> Operands =
        typeof(System.Reflection.Emit.OpCodes).GetFields(BindingFlags.Public | BindingFlags.Static)
            .Select(field => (System.Reflection.Emit.OpCode)field.GetValue(null)!)
            .ToDictionary(code => code.Value & 0xFFFF, code => code.OperandType);

    private static bool HasPointer(MethodSignature<bool> signature) => signature.ReturnType
        || signature.ParameterTypes.Contains(true);

    /// <summary>Reads the name of the generic type that a type specification instantiates.</summary>
    private sealed class GenericName : ISignatureTypeProvider<string, object?>
    {
        public string GetArrayType(string elementType, ArrayShape shape) => "";

        public string GetByReferenceType(string elementType) => "";

        public string GetFunctionPointerType(MethodSignature<string> signature) => "";

        public string GetGenericInstantiation(string genericType, ImmutableArray<string> typeArguments) => genericType;

        public string GetGenericMethodParameter(object? genericContext, int index) => "";

        public string GetGenericTypeParameter(object? genericContext, int index) => "";

        public string GetModifiedType(string modifier, string unmodifiedType, bool isRequired) => unmodifiedType;

        public string GetPinnedType(string elementType) => "";

        public string GetPointerType(string elementType) => "";

        public string GetPrimitiveType(PrimitiveTypeCode typeCode) => "";

        public string GetSZArrayType(string elementType) => "";

        public string GetTypeFromDefinition(MetadataReader reader, TypeDefinitionHandle handle, byte rawTypeKind) =>
            FullName(reader, handle);

        public string GetTypeFromReference(MetadataReader reader, TypeReferenceHandle handle, byte rawTypeKind) =>
            FullName(reader, handle);

        public string GetTypeFromSpecification(MetadataReader reader, object? genericContext, TypeSpecificationHandle handle,
            byte rawTypeKind) => FullName(reader, handle);
    }

    /// <summary>Returns whether a signature contains a pointer.</summary>
    private sealed class PointerFinder : ISignatureTypeProvider<bool, object?>
    {
        public bool GetArrayType(bool elementType, ArrayShape shape) => elementType;

        public bool GetByReferenceType(bool elementType) => elementType;

        public bool GetFunctionPointerType(MethodSignature<bool> signature) => true;

        public bool GetGenericInstantiation(bool genericType, ImmutableArray<bool> typeArguments) => genericType
            || typeArguments.Contains(true);

        public bool GetGenericMethodParameter(object? genericContext, int index) => false;

        public bool GetGenericTypeParameter(object? genericContext, int index) => false;

        public bool GetModifiedType(bool modifier, bool unmodifiedType, bool isRequired) => unmodifiedType;

        public bool GetPinnedType(bool elementType) => true;

        public bool GetPointerType(bool elementType) => true;

        public bool GetPrimitiveType(PrimitiveTypeCode typeCode) => false;

        public bool GetSZArrayType(bool elementType) => elementType;

        public bool GetTypeFromDefinition(MetadataReader reader, TypeDefinitionHandle handle, byte rawTypeKind) => false;

        public bool GetTypeFromReference(MetadataReader reader, TypeReferenceHandle handle, byte rawTypeKind) => false;

        public bool GetTypeFromSpecification(MetadataReader reader, object? genericContext, TypeSpecificationHandle handle,
            byte rawTypeKind) =>
            reader.GetTypeSpecification(handle).DecodeSignature(this, genericContext);
    }
}

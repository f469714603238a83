namespace Lanewise.Incremental;

/// <summary>Represents an object to which pieces of a message are appended.</summary>
internal interface IAppendable
{
    void Append(ReadOnlySpan<byte> data);

    /// <summary>Appends slices to several objects of this type.</summary>
    void AppendMany(in IncrementalSlices slices) => slices.AppendOneByOne();
}

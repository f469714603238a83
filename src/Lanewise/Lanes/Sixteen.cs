using System.Runtime.CompilerServices;

namespace Lanewise.Lanes;

/// <summary>A block of the message as lanes, next to each other in memory.</summary>
[InlineArray(16)]
internal struct Sixteen<TLanes>
{
    private TLanes first;
}

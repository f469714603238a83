// Uses the library from F#, without type annotations. Prints seven lines: SHA-256 of "one" in five ways, then a MAC of "one" in two ways.
open System
open System.Collections.Generic
open System.IO
open Lanewise

let key = "sixteen byte key"B
let messages = [| "one"B; "two"B; "three"B |]

printfn "%s" (Convert.ToHexStringLower(Sha256.HashData "one"B))
printfn "%s" (Convert.ToHexStringLower(Sha256.HashData(new MemoryStream("one"B))))
printfn "%s" (Convert.ToHexStringLower((Sha256.HashMany messages)[0]))
printfn "%s" (Convert.ToHexStringLower((Sha256.HashMany(List messages))[0]))
printfn "%s" (Convert.ToHexStringLower((Sha256.HashMany(messages |> Array.map ReadOnlyMemory))[0]))
printfn "%s" (Convert.ToHexStringLower(HmacSha256.HashData(key, "one"B)))

using (new HmacSha256(key)) (fun mac ->
    mac.AppendData "o"B
    mac.AppendData "ne"B
    printfn "%s" (Convert.ToHexStringLower(mac.GetHashAndReset())))

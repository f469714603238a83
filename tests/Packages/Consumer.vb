' Uses the library from Visual Basic. Prints seven lines: SHA-256 of "one" in five ways, then a MAC of "one" in two ways.
Imports System.IO
Imports System.Text
Imports Lanewise

Module Consumer
    Sub Main()
        Dim key As Byte() = Encoding.UTF8.GetBytes("sixteen byte key")
        Dim one As Byte() = Encoding.UTF8.GetBytes("one")
        Dim messages As Byte()() = {one, Encoding.UTF8.GetBytes("two"), Encoding.UTF8.GetBytes("three")}
        Dim memories As ReadOnlyMemory(Of Byte)() = {New ReadOnlyMemory(Of Byte)(one)}

        Console.WriteLine(Convert.ToHexStringLower(Sha256.HashData(one)))
        Console.WriteLine(Convert.ToHexStringLower(Sha256.HashData(New MemoryStream(one))))
        Console.WriteLine(Convert.ToHexStringLower(Sha256.HashMany(messages)(0)))
        Console.WriteLine(Convert.ToHexStringLower(Sha256.HashMany(New List(Of Byte())(messages))(0)))
        Console.WriteLine(Convert.ToHexStringLower(Sha256.HashMany(memories)(0)))
        Console.WriteLine(Convert.ToHexStringLower(HmacSha256.HashData(key, one)))
        Using mac As New HmacSha256(key)
            mac.AppendData(Encoding.UTF8.GetBytes("o"))
            mac.AppendData(Encoding.UTF8.GetBytes("ne"))
            Console.WriteLine(Convert.ToHexStringLower(mac.GetHashAndReset()))
        End Using
    End Sub
End Module

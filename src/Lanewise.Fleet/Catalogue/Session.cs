using System.Data.Common;

namespace Lanewise.Fleet.Catalogue;

/// <summary>A transaction. In its SQL, <c>NOW()</c> means the database's time, and <c>BYKEY</c> marks an item table that is
/// searched by key.</summary>
internal sealed class Session(Dialect dialect, DbConnection connection, DbTransaction transaction)
{
    public Dialect Dialect => dialect;

    /// <summary>Runs a statement.</summary>
    /// <returns>The number of changed rows.</returns>
    public int Execute(string sql, params ReadOnlySpan<(string Name, object? Value)> values)
    {
        using DbCommand command = Command(sql, values);
        return command.ExecuteNonQuery();
    }

    /// <summary>
    /// Returns the rows of a query. For a statement with a RETURNING clause, waits until the statement has completed, and then
    /// returns the rows.
    /// </summary>
    public List<T> Query<T>(string sql, Func<DbDataReader, T> row, params ReadOnlySpan<(string Name, object? Value)> values)
    {
        List<T> rows = [];
        using DbCommand command = Command(sql, values);
        using DbDataReader reader = command.ExecuteReader();
        while (reader.Read()) rows.Add(row(reader));
        return rows;
    }

    /// <summary>Streams the rows of a query while the transaction lasts.</summary>
    public IEnumerable<T> Stream<T>(string sql, Func<DbDataReader, T> row, params (string Name, object? Value)[] values)
    {
        using DbCommand command = Command(sql, values);
        // Reading a whole table may take a long time, so the command has no time limit.
        command.CommandTimeout = 0;
        using DbDataReader reader = command.ExecuteReader();
        while (reader.Read()) yield return row(reader);
    }

    public long Number(string sql, params ReadOnlySpan<(string Name, object? Value)> values)
    {
        using DbCommand command = Command(sql, values);
        return command.ExecuteScalar() is { } value and not DBNull
            ? Convert.ToInt64(value, System.Globalization.CultureInfo.InvariantCulture) : 0;
    }

    public BulkRows Bulk(string table, params string[] columns) => dialect.Bulk(connection, transaction, table, columns);

    private DbCommand Command(string sql, ReadOnlySpan<(string Name, object? Value)> values)
    {
        DbCommand command = connection.CreateCommand();
        command.Transaction = transaction;
#pragma warning disable CA2100 // Values are parameters; the SQL text is fixed.
        command.CommandText = sql.Replace("NOW()", dialect.Now, StringComparison.Ordinal)
            .Replace(" BYKEY", dialect.ByKey, StringComparison.Ordinal);
#pragma warning restore CA2100
        foreach ((string name, object? value) in values)
        {
            DbParameter parameter = command.CreateParameter();
            parameter.ParameterName = name;
            parameter.Value = value ?? DBNull.Value;
            command.Parameters.Add(parameter);
        }

        return command;
    }
}

/// <summary>Reads columns that may be null or out of range.</summary>
internal static class Columns
{
    /// <exception cref="OverflowException">The value does not fit in 32 bits, so Lanewise did not write it.</exception>
    public static int Int(this DbDataReader reader, int column) => checked((int)reader.GetInt64(column));

    public static long? NumberOrNull(this DbDataReader reader, int column) =>
        reader.IsDBNull(column) ? null : reader.GetInt64(column);

    public static string? TextOrNull(this DbDataReader reader, int column) =>
        reader.IsDBNull(column) ? null : reader.GetString(column);

    public static byte[]? BytesOrNull(this DbDataReader reader, int column) =>
        reader.IsDBNull(column) ? null : reader.GetFieldValue<byte[]>(column);
}

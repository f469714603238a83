using System.Reflection;
using System.Runtime.CompilerServices;
using Lanewise.Fleet.Working;
using OpenTelemetry;
using OpenTelemetry.Metrics;
using OpenTelemetry.Resources;

namespace Lanewise.Cli.Fleet;

/// <summary>Sends a worker's metrics over OTLP if the OpenTelemetry variables request this. Otherwise, the OpenTelemetry code is
/// not loaded.</summary>
internal static class FleetTelemetry
{
    private const string Endpoint = "OTEL_EXPORTER_OTLP_ENDPOINT", MetricsEndpoint = "OTEL_EXPORTER_OTLP_METRICS_ENDPOINT",
        Exporter = "OTEL_METRICS_EXPORTER", Disabled = "OTEL_SDK_DISABLED";

    /// <summary>Indicates whether the environment requests metrics.</summary>
    public static bool IsAsked { get; } = (Has(Endpoint) || Has(MetricsEndpoint))
        && !Is(Exporter, "none") && !Is(Disabled, "true");

    /// <summary>Starts sending metrics. Disposing the returned object sends the remaining metrics, within a time limit.</summary>
    /// <param name="worker">The name that distinguishes this process.</param>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static IDisposable Start(string worker)
    {
        string version = typeof(FleetTelemetry).Assembly
            .GetCustomAttribute<AssemblyInformationalVersionAttribute>()!.InformationalVersion;
        return Sdk.CreateMeterProviderBuilder().AddMeter(WorkerMetrics.Name)
            .ConfigureResource(resource => resource
                .AddService("lanewise-fleet", serviceVersion: version, serviceInstanceId: worker)
                // The environment variables take precedence.
                .AddEnvironmentVariableDetector())
            .AddOtlpExporter().Build();
    }

    private static bool Has(string variable) => !string.IsNullOrWhiteSpace(Environment.GetEnvironmentVariable(variable));

    private static bool Is(string variable, string value) =>
        value.Equals(Environment.GetEnvironmentVariable(variable), StringComparison.OrdinalIgnoreCase);
}

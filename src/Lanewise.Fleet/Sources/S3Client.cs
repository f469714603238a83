using System.Net;
using System.Security.Authentication;
using Amazon;
using Amazon.Runtime;
using Amazon.S3;
using Amazon.S3.Model;

namespace Lanewise.Fleet.Sources;

/// <summary>An object store with the S3 API: Amazon S3, or the store in <c>AWS_ENDPOINT_URL_S3</c> or <c>AWS_ENDPOINT_URL</c>.
/// Credentials come only from the environment or from the AWS tools' configuration files.</summary>
internal sealed class S3Client : IDisposable
{
    // The maximum number of retries. Including the random pauses between them, the retries take about one minute. In addition,
    // the stream of an object retries a failed download up to five times.
    private const int Retries = 8;

    // The name of the bucket, if the key begins with a slash. The client removes this slash, and the transport restores it.
    private static readonly AsyncLocal<string?> Slashed = new();

    private readonly AmazonS3Client client;
    private readonly string server;

    public S3Client()
        : this(Variable("AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL"), null)
    {
    }

    /// <summary>Creates a client.</summary>
    /// <param name="endpoint">The endpoint. Null means Amazon S3.</param>
    /// <param name="credentials">The credentials. Null means the credentials of the environment.</param>
    internal S3Client(string? endpoint, AWSCredentials? credentials)
    {
        string region = Variable("AWS_REGION", "AWS_DEFAULT_REGION") ?? "us-east-1";
        server = endpoint ?? $"S3 of {region}";
        AmazonS3Config config = new()
        {
            RetryMode = RequestRetryMode.Standard, MaxErrorRetry = Retries, AuthenticationRegion = region,
            HttpClientFactory = new Transport(),
            // By default, all requests share a retry quota. An outage of a few seconds would use up this quota, and the client
            // would then stop retrying requests.
            ThrottleRetries = false,
            // Other stores offer no checksums except the ETag. Checksums are not needed, because fleet hashes the content.
            RequestChecksumCalculation = RequestChecksumCalculation.WHEN_REQUIRED,
            ResponseChecksumValidation = ResponseChecksumValidation.WHEN_REQUIRED,
        };
        if (endpoint is null) config.RegionEndpoint = RegionEndpoint.GetBySystemName(region);
        else (config.ServiceURL, config.ForcePathStyle) = (endpoint, true);
        try
        {
            client = credentials is null ? new(config) : new(credentials, config);
        }
        catch (AmazonClientException e)
        {
            throw new FleetException($"{server}: {e.Message}", e);
        }
    }

    /// <summary>
    /// Returns a page of the keys that begin with a prefix. Keys that contain a slash after the prefix are grouped by the part up
    /// to that slash.
    /// </summary>
    /// <param name="bucket">The bucket.</param>
    /// <param name="prefix">The prefix of the keys.</param>
    /// <param name="after">Only keys after this key are returned. Null means all keys.</param>
    /// <param name="refusal">The reason why the store does not list the bucket, or null if there is no error.</param>
    /// <param name="token">Cancels the request.</param>
    /// <exception cref="FleetException">The store cannot be reached.</exception>
    public ListObjectsV2Response? List(string bucket, string prefix, string? after, out string? refusal, CancellationToken token)
    {
        refusal = null;
        try
        {
            // Keys may contain characters that XML cannot represent.
            return client.ListObjectsV2Async(
                new()
                {
                    BucketName = bucket, Prefix = prefix, Delimiter = "/", StartAfter = after, Encoding = EncodingType.Url,
                },
                token).GetAwaiter().GetResult();
        }
        catch (AmazonS3Exception e) when (!MayPass(e))
        {
            refusal = Reason(e);
            return null;
        }
        catch (Exception e) when (IsExpected(e) && !token.IsCancellationRequested)
        {
            throw new FleetException($"{server}: {Reason(e)}", e);
        }
    }

    /// <summary>Reads an object from an offset.</summary>
    /// <param name="bucket">The bucket.</param>
    /// <param name="key">The key of the object.</param>
    /// <param name="start">The offset of the first byte, or null for an empty object.</param>
    /// <param name="etag">The ETag of the required content, or null if any content is accepted.</param>
    /// <param name="token">Cancels the request.</param>
    public async Task<GetObjectResponse> GetAsync(
        string bucket, string key, long? start, string? etag, CancellationToken token)
    {
        Slashed.Value = key.StartsWith('/') ? bucket : null;
        GetObjectRequest request = new() { BucketName = bucket, Key = key, EtagToMatch = etag };
        // Without a range, the client would compute the MD5 of the whole object, and reject the object if its ETag differs.
        if (start is long first) request.ByteRange = new ByteRange(FormattableString.Invariant($"bytes={first}-"));
        return await client.GetObjectAsync(request, token).ConfigureAwait(false);
    }

    public static bool IsExpected(Exception e) =>
        e is AmazonServiceException or AmazonClientException or HttpRequestException or IOException or OperationCanceledException
            or TimeoutException or AuthenticationException;

    /// <summary>Returns whether a retry can succeed.</summary>
    public static bool MayPass(Exception e) =>
        IsExpected(e) && e is not (AuthenticationException or AmazonS3Exception
        {
            StatusCode: >= HttpStatusCode.BadRequest and < HttpStatusCode.InternalServerError,
        });

    /// <summary>Returns a description of the error for users.</summary>
    public static string Reason(Exception e) => e switch
    {
        AmazonS3Exception { StatusCode: HttpStatusCode.PreconditionFailed } => "it changed while it was read",
        AmazonServiceException { ErrorCode: { Length: > 0 } code } service => $"{code}: {service.Message}",
        AuthenticationException => e.Message,
        { InnerException: HttpRequestException inner } => inner.Message,
        _ => e.Message.ReplaceLineEndings(" "),
    };

    public void Dispose() => client.Dispose();

    private static string? Variable(params ReadOnlySpan<string> names)
    {
        foreach (string name in names)
        {
            if (Environment.GetEnvironmentVariable(name) is { Length: > 0 } value) return value;
        }

        return null;
    }

    // The path is "/bucket/key", or "/key" with the bucket in the host name. The client signs "//key", but its request omits one
    // slash.
    private static Uri WithSlash(Uri address, string bucket)
    {
        string path = address.AbsolutePath, inPath = $"/{bucket}/";
        bool isInPath = path.StartsWith(inPath, StringComparison.Ordinal)
            && !address.Host.StartsWith(bucket + ".", StringComparison.Ordinal);
        int at = isInPath ? inPath.Length : 1;
        return new(
            $"{address.GetLeftPart(UriPartial.Authority)}{path.AsSpan(0, at)}/{path.AsSpan(at)}{address.Query}",
            new UriCreationOptions { DangerousDisablePathAndQueryCanonicalization = true });
    }

    // If a certificate is not trusted, a retry does not help. Without this class, the client would retry for minutes.
    private sealed class Transport : HttpClientFactory
    {
        public override HttpClient CreateHttpClient(IClientConfig clientConfig) => new(new Checked
        {
            InnerHandler = new SocketsHttpHandler
            {
                AllowAutoRedirect = clientConfig.AllowAutoRedirect, EnableMultipleHttp2Connections = true,
            },
        });
    }

    private sealed class Checked : DelegatingHandler
    {
        protected override async Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken token)
        {
            if (Slashed.Value is { } bucket) request.RequestUri = WithSlash(request.RequestUri!, bucket);
            try
            {
                return await base.SendAsync(request, token).ConfigureAwait(false);
            }
            catch (HttpRequestException e) when (e.InnerException is AuthenticationException inner)
            {
                throw new AuthenticationException(inner.Message, e);
            }
        }
    }
}

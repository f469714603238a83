/* C functions over libipsec-mb, which hashes several messages at once, one per vector lane. The header reaches the library's
 * functions through pointers in a structure, so only C code can call them.
 *
 * To compile:
 *   gcc -O2 -shared -fPIC -o libipsecmb_many.so ipsecmb_many.c -lIPSec_MB */
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <intel-ipsec-mb.h>

/* The manager contains the messages that are being processed, so each thread has its own. */
static IMB_MGR *manager(void)
{
    static __thread IMB_MGR *mgr;
    if (mgr == NULL && (mgr = alloc_mb_mgr(0)) != NULL) init_mb_mgr_auto(mgr, NULL);
    return mgr;
}

const char *ipsecmb_version(void) { return imb_get_version_str(); }

/* Hashes messages that are stored without gaps. The parameter bits is the digest length of SHA-2, or 160 for SHA-1. Returns the
 * number of messages that were hashed. */
size_t ipsecmb_hash_many(int bits, const uint8_t *source, const int32_t *lengths, size_t count, uint8_t *digests)
{
    IMB_MGR *mgr = manager();
    IMB_HASH_ALG algorithm = bits == 160 ? IMB_AUTH_SHA_1 : bits == 224 ? IMB_AUTH_SHA_224 : bits == 256 ? IMB_AUTH_SHA_256
        : bits == 384 ? IMB_AUTH_SHA_384 : IMB_AUTH_SHA_512;
    size_t bytes = bits / 8, hashed = 0;
    if (mgr == NULL) return 0;
    for (size_t i = 0; i < count; i++) {
        IMB_JOB *job = IMB_GET_NEXT_JOB(mgr);
        memset(job, 0, sizeof *job);
        job->cipher_mode = IMB_CIPHER_NULL;
        job->cipher_direction = IMB_DIR_ENCRYPT;
        job->chain_order = IMB_ORDER_HASH_CIPHER;
        job->hash_alg = algorithm;
        job->src = source;
        job->msg_len_to_hash_in_bytes = (uint64_t)lengths[i];
        job->auth_tag_output = digests + i * bytes;
        job->auth_tag_output_len_in_bytes = bytes;
        source += lengths[i];
        for (job = IMB_SUBMIT_JOB_NOCHECK(mgr); job != NULL; job = IMB_GET_COMPLETED_JOB(mgr))
            hashed += job->status == IMB_STATUS_COMPLETED;
    }
    for (IMB_JOB *job; (job = IMB_FLUSH_JOB(mgr)) != NULL; ) hashed += job->status == IMB_STATUS_COMPLETED;
    return hashed;
}

/* Crypto++ has no C interface, so this file provides the few functions that the tests and benchmarks call.
 *
 *   g++ -O2 -shared -fPIC -o libcryptopp_blocks.so cryptopp_blocks.cpp -lcryptopp
 *
 * A handle is a cipher in one direction. Functions return 0, or -1 if Crypto++ threw an exception. Exceptions
 * never leave this file. */
#include <cryptopp/algparam.h>
#include <cryptopp/argnames.h>
#include <cryptopp/modes.h>
#include <cryptopp/tea.h>
#include <cryptopp/threefish.h>

#include <cstdint>
#include <string>

using CryptoPP::BlockCipher;

namespace {

template <class T>
BlockCipher *make(bool encrypting)
{
    if (encrypting) return new typename T::Encryption;
    return new typename T::Decryption;
}

}

extern "C" {

/* Returns 870 for version 8.7.0. */
int cryptopp_version() { return CRYPTOPP_VERSION; }

/* Creates a cipher without a key. Returns null if the name is unknown. */
BlockCipher *cryptopp_new(const char *name, int encrypting)
{
    const std::string n = name;
    if (n == "XTEA") return make<CryptoPP::XTEA>(encrypting);
    if (n == "Threefish-256") return make<CryptoPP::Threefish256>(encrypting);
    if (n == "Threefish-512") return make<CryptoPP::Threefish512>(encrypting);
    if (n == "Threefish-1024") return make<CryptoPP::Threefish1024>(encrypting);
    return nullptr;
}

/* If the tweak is missing, it is all zeros. A cipher without tweaks ignores the tweak. */
int cryptopp_set_key(BlockCipher *cipher, const uint8_t *key, size_t bytes, const uint8_t *tweak, size_t tweak_bytes)
{
    try {
        if (tweak_bytes == 0) cipher->SetKey(key, bytes);
        else cipher->SetKey(key, bytes, CryptoPP::MakeParameters(CryptoPP::Name::Tweak(), CryptoPP::ConstByteArrayParameter(tweak, tweak_bytes, false), false));
        return 0;
    } catch (...) {
        return -1;
    }
}

/* Processes whole independent blocks in the library's own ECB mode. */
void cryptopp_run(const BlockCipher *cipher, const uint8_t *in, uint8_t *out, size_t bytes)
{
    cipher->AdvancedProcessBlocks(in, nullptr, out, bytes, CryptoPP::BlockTransformation::BT_AllowParallel);
}

/* Runs the library's own counter mode. The cipher must have the encryption direction. */
int cryptopp_count(BlockCipher *cipher, const uint8_t *counter, const uint8_t *in, uint8_t *out, size_t bytes)
{
    try {
        CryptoPP::CTR_Mode_ExternalCipher::Encryption mode(*cipher, counter);
        mode.ProcessData(out, in, bytes);
        return 0;
    } catch (...) {
        return -1;
    }
}

void cryptopp_delete(BlockCipher *cipher) { delete cipher; }

}

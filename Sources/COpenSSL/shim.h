#ifndef COPENSSL_SHIM_H
#define COPENSSL_SHIM_H

/* OpenSSL 3 as Swift sees it: the 1.x functions are hidden, and what Swift cannot call has a shim below. */
#define OPENSSL_API_COMPAT 0x30000000L
#define OPENSSL_NO_DEPRECATED 1

#include <limits.h>
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/obj_mac.h>
#include <openssl/param_build.h>
#include <openssl/params.h>
#include <openssl/rsa.h>
#include <openssl/x509.h>

/* An OSSL_PARAM keeps pointers to its key and its value. Seen from Swift the key is a temporary, so every OSSL_PARAM
   is built, used and freed on this side. Functions return 1 for success and 0 otherwise, or NULL. */

/* One pass of a cipher without padding. `out` takes `count` bytes. */
static inline int emrtd_cipher(
    const EVP_CIPHER *cipher, const unsigned char *key, const unsigned char *iv, int encrypt, const unsigned char *in,
    size_t count, unsigned char *out)
{
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    int done = 0;
    int ok = context && count <= INT_MAX && EVP_CipherInit_ex2(context, cipher, key, iv, encrypt, NULL) == 1
        && EVP_CIPHER_CTX_set_padding(context, 0) == 1
        && (count == 0 || EVP_CipherUpdate(context, out, &done, in, (int)count) == 1) && (size_t)done == count;
    EVP_CIPHER_CTX_free(context);
    return ok;
}

/* CMAC of `count` bytes under the block cipher named `cipher`. `out` takes 16 bytes. */
static inline int emrtd_cmac(
    EVP_MAC *mac, const char *cipher, const unsigned char *key, size_t key_count, const unsigned char *in, size_t count,
    unsigned char out[16])
{
    EVP_MAC_CTX *context = EVP_MAC_CTX_new(mac);
    OSSL_PARAM parameters[2] = {
        OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_CIPHER, (char *)cipher, 0), OSSL_PARAM_END};
    size_t done = 0;
    int ok = context && EVP_MAC_init(context, key, key_count, parameters) == 1
        && EVP_MAC_update(context, in, count) == 1 && EVP_MAC_final(context, out, &done, 16) == 1 && done == 16;
    EVP_MAC_CTX_free(context);
    return ok;
}

#endif

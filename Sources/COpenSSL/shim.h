#ifndef COPENSSL_SHIM_H
#define COPENSSL_SHIM_H

/* OpenSSL 3 as Swift sees it: the 1.x functions are hidden, and what Swift cannot call has a shim below. */
#define OPENSSL_API_COMPAT 0x30000000L
#define OPENSSL_NO_DEPRECATED 1

#include <limits.h>
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/decoder.h>
#include <openssl/dsa.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/obj_mac.h>
#include <openssl/param_build.h>
#include <openssl/params.h>
#include <openssl/pkcs12.h>
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

/* A key of the given type from the parameters collected so far. `ok` says whether all of them were taken. */
static inline EVP_PKEY *emrtd_key(const char *type, int selection, OSSL_PARAM_BLD *builder, int ok)
{
    EVP_PKEY *key = NULL;
    OSSL_PARAM *parameters = ok ? OSSL_PARAM_BLD_to_param(builder) : NULL;
    EVP_PKEY_CTX *context = parameters ? EVP_PKEY_CTX_new_from_name(NULL, type, NULL) : NULL;
    if (context && EVP_PKEY_fromdata_init(context) == 1)
        if (EVP_PKEY_fromdata(context, &key, selection, parameters) != 1)
            key = NULL;
    EVP_PKEY_CTX_free(context);
    OSSL_PARAM_free(parameters);
    OSSL_PARAM_BLD_free(builder);
    ERR_clear_error();
    return key;
}

/* An RSA key; `d` is NULL for a public one. */
static inline EVP_PKEY *emrtd_rsa_key(const BIGNUM *n, const BIGNUM *e, const BIGNUM *d)
{
    OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
    int ok = builder && OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_N, n)
        && OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_E, e)
        && (!d || OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_D, d));
    return emrtd_key("RSA", d ? EVP_PKEY_KEYPAIR : EVP_PKEY_PUBLIC_KEY, builder, ok);
}

/* A DSA public key. */
static inline EVP_PKEY *emrtd_dsa_key(const BIGNUM *p, const BIGNUM *q, const BIGNUM *g, const BIGNUM *y)
{
    OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
    int ok = builder && OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_FFC_P, p)
        && OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_FFC_Q, q)
        && OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_FFC_G, g)
        && OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_PUB_KEY, y);
    return emrtd_key("DSA", EVP_PKEY_PUBLIC_KEY, builder, ok);
}

/* The parameters of a named curve, without a key. */
static inline EVP_PKEY *emrtd_ec_parameters(const char *curve)
{
    OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
    int ok = builder && OSSL_PARAM_BLD_push_utf8_string(builder, OSSL_PKEY_PARAM_GROUP_NAME, curve, 0);
    return emrtd_key("EC", EVP_PKEY_KEY_PARAMETERS, builder, ok);
}

/* A key pair on a named curve. */
static inline EVP_PKEY *emrtd_ec_key(
    const char *curve, const unsigned char *point, size_t point_count, const BIGNUM *scalar)
{
    OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
    int ok = builder && OSSL_PARAM_BLD_push_utf8_string(builder, OSSL_PKEY_PARAM_GROUP_NAME, curve, 0)
        && OSSL_PARAM_BLD_push_octet_string(builder, OSSL_PKEY_PARAM_PUB_KEY, point, point_count)
        && OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_PRIV_KEY, scalar);
    return emrtd_key("EC", EVP_PKEY_KEYPAIR, builder, ok);
}

/* A public key with the parameters of `parameters`. */
static inline EVP_PKEY *emrtd_ec_public_key(EVP_PKEY *parameters, const unsigned char *point, size_t count)
{
    EVP_PKEY *key = EVP_PKEY_new();
    if (key && (EVP_PKEY_copy_parameters(key, parameters) != 1
                || EVP_PKEY_set1_encoded_public_key(key, point, count) != 1)) {
        EVP_PKEY_free(key);
        key = NULL;
    }
    ERR_clear_error();
    return key;
}

static inline EVP_PKEY *emrtd_generate_rsa(unsigned bits, BIGNUM *exponent)
{
    EVP_PKEY *key = NULL;
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "RSA", NULL);
    if (context && EVP_PKEY_keygen_init(context) == 1 && EVP_PKEY_CTX_set_rsa_keygen_bits(context, (int)bits) == 1
        && EVP_PKEY_CTX_set1_rsa_keygen_pubexp(context, exponent) == 1)
        if (EVP_PKEY_generate(context, &key) != 1)
            key = NULL;
    EVP_PKEY_CTX_free(context);
    ERR_clear_error();
    return key;
}

static inline EVP_PKEY *emrtd_generate_ec(const char *curve)
{
    EVP_PKEY *key = EVP_PKEY_Q_keygen(NULL, NULL, "EC", curve);
    ERR_clear_error();
    return key;
}

/* A DSA key in a group of its own, with a prime of `bits` and a subgroup of `group_bits`. */
static inline EVP_PKEY *emrtd_generate_dsa(unsigned bits, unsigned group_bits)
{
    EVP_PKEY *group = NULL, *key = NULL;
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "DSA", NULL), *generator = NULL;
    if (context && EVP_PKEY_paramgen_init(context) == 1 && EVP_PKEY_CTX_set_dsa_paramgen_bits(context, (int)bits) == 1
        && EVP_PKEY_CTX_set_dsa_paramgen_q_bits(context, (int)group_bits) == 1
        && EVP_PKEY_paramgen(context, &group) == 1)
        generator = EVP_PKEY_CTX_new_from_pkey(NULL, group, NULL);
    if (generator && EVP_PKEY_keygen_init(generator) == 1)
        if (EVP_PKEY_keygen(generator, &key) != 1)
            key = NULL;
    EVP_PKEY_CTX_free(generator);
    EVP_PKEY_CTX_free(context);
    EVP_PKEY_free(group);
    ERR_clear_error();
    return key;
}

/* How a signature is made: RSA padding (0 for other keys), digest, and for PSS the digest of MGF1 and the salt. */
typedef struct {
    int padding;
    const EVP_MD *digest, *mgf1;
    int salt_count;
} emrtd_scheme;

static inline int emrtd_apply(EVP_PKEY_CTX *context, emrtd_scheme scheme)
{
    if (scheme.padding && EVP_PKEY_CTX_set_rsa_padding(context, scheme.padding) != 1)
        return 0;
    if (scheme.digest && EVP_PKEY_CTX_set_signature_md(context, scheme.digest) != 1)
        return 0;
    return scheme.padding != RSA_PKCS1_PSS_PADDING
        || (EVP_PKEY_CTX_set_rsa_mgf1_md(context, scheme.mgf1) == 1
            && EVP_PKEY_CTX_set_rsa_pss_saltlen(context, scheme.salt_count) == 1);
}

static inline int emrtd_verify(
    EVP_PKEY *key, emrtd_scheme scheme, const unsigned char *signature, size_t signature_count,
    const unsigned char *digest, size_t digest_count)
{
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_pkey(NULL, key, NULL);
    int ok = context && EVP_PKEY_verify_init(context) == 1 && emrtd_apply(context, scheme)
        && EVP_PKEY_verify(context, signature, signature_count, digest, digest_count) == 1;
    EVP_PKEY_CTX_free(context);
    ERR_clear_error();
    return ok;
}

/* A context for many verifications with one key; it holds the key. NULL where the scheme does not fit the key. */
static inline EVP_PKEY_CTX *emrtd_verifier(EVP_PKEY *key, emrtd_scheme scheme)
{
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_pkey(NULL, key, NULL);
    if (context && (EVP_PKEY_verify_init(context) != 1 || !emrtd_apply(context, scheme))) {
        EVP_PKEY_CTX_free(context);
        context = NULL;
    }
    ERR_clear_error();
    return context;
}

/* `*signature_count` is the room in `signature` before and the length of the signature after. */
static inline int emrtd_sign(
    EVP_PKEY *key, emrtd_scheme scheme, unsigned char *signature, size_t *signature_count, const unsigned char *digest,
    size_t digest_count)
{
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_pkey(NULL, key, NULL);
    int ok = context && EVP_PKEY_sign_init(context) == 1 && emrtd_apply(context, scheme)
        && EVP_PKEY_sign(context, signature, signature_count, digest, digest_count) == 1;
    EVP_PKEY_CTX_free(context);
    ERR_clear_error();
    return ok;
}

/* The bare RSA operation with the public key on `count` bytes, which is the length of the modulus. */
static inline int emrtd_rsa_public(EVP_PKEY *key, const unsigned char *in, size_t count, unsigned char *out)
{
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_pkey(NULL, key, NULL);
    size_t done = count;
    int ok = context && EVP_PKEY_encrypt_init(context) == 1
        && EVP_PKEY_CTX_set_rsa_padding(context, RSA_NO_PADDING) == 1
        && EVP_PKEY_encrypt(context, out, &done, in, count) == 1 && done == count;
    EVP_PKEY_CTX_free(context);
    ERR_clear_error();
    return ok;
}

/* The key in a PKCS #8 structure of exactly `count` bytes. */
static inline EVP_PKEY *emrtd_decode_pkcs8(const unsigned char *in, size_t count)
{
    const unsigned char *cursor = in;
    PKCS8_PRIV_KEY_INFO *info = count <= LONG_MAX ? d2i_PKCS8_PRIV_KEY_INFO(NULL, &cursor, (long)count) : NULL;
    EVP_PKEY *key = info && cursor == in + count ? EVP_PKCS82PKEY(info) : NULL;
    PKCS8_PRIV_KEY_INFO_free(info);
    ERR_clear_error();
    return key;
}

/* The one private key of a file in any form and encoding that OpenSSL knows; `passphrase` is NULL where there is none. */
static inline EVP_PKEY *emrtd_decode_key_file(
    const unsigned char *in, size_t count, const unsigned char *passphrase, size_t passphrase_count)
{
    EVP_PKEY *key = NULL;
    OSSL_DECODER_CTX *context
        = OSSL_DECODER_CTX_new_for_pkey(&key, NULL, NULL, NULL, EVP_PKEY_KEYPAIR, NULL, NULL);
    int ok = context
        && (!passphrase || OSSL_DECODER_CTX_set_passphrase(context, passphrase, passphrase_count) == 1)
        && OSSL_DECODER_from_data(context, &in, &count) == 1;
    OSSL_DECODER_CTX_free(context);
    if (!ok) {
        EVP_PKEY_free(key);
        key = NULL;
    }
    ERR_clear_error();
    return key;
}

/* Writes the key as PKCS #8 under a passphrase (PBES2: PBKDF2 with HMAC-SHA-256, AES-256-CBC); to be freed likewise. */
static inline size_t emrtd_encode_encrypted_pkcs8(
    const EVP_PKEY *key, const char *passphrase, size_t passphrase_count, int iterations, unsigned char **out)
{
    PKCS8_PRIV_KEY_INFO *info = EVP_PKEY2PKCS8(key);
    X509_SIG *box = info && passphrase_count <= INT_MAX
        ? PKCS8_encrypt(-1, EVP_aes_256_cbc(), passphrase, (int)passphrase_count, NULL, 16, iterations, info)
        : NULL;
    int count = box ? i2d_X509_SIG(box, out) : 0;
    X509_SIG_free(box);
    PKCS8_PRIV_KEY_INFO_free(info);
    ERR_clear_error();
    return count > 0 ? (size_t)count : 0;
}

/* Writes the key as PKCS #8; `*out` is to be freed by `emrtd_free_secret`. Returns the length, 0 without memory. */
static inline size_t emrtd_encode_pkcs8(const EVP_PKEY *key, unsigned char **out)
{
    PKCS8_PRIV_KEY_INFO *info = EVP_PKEY2PKCS8(key);
    int count = info ? i2d_PKCS8_PRIV_KEY_INFO(info, out) : 0;
    PKCS8_PRIV_KEY_INFO_free(info);
    ERR_clear_error();
    return count > 0 ? (size_t)count : 0;
}

/* Writes the public half as SubjectPublicKeyInfo; to be freed likewise. */
static inline size_t emrtd_encode_public(const EVP_PKEY *key, unsigned char **out)
{
    int count = i2d_PUBKEY(key, out);
    ERR_clear_error();
    return count > 0 ? (size_t)count : 0;
}

static inline void emrtd_free_secret(unsigned char *bytes, size_t count) { OPENSSL_clear_free(bytes, count); }

/* The private number of a key: the scalar of an EC key, the exponent of a DH key. NULL if it has none. */
static inline BIGNUM *emrtd_private_number(const EVP_PKEY *key)
{
    BIGNUM *number = NULL;
    EVP_PKEY_get_bn_param(key, OSSL_PKEY_PARAM_PRIV_KEY, &number);
    ERR_clear_error();
    return number;
}

/* Reads a point in any form. 1: on the curve; 0: not a point of this curve; -1: the point at infinity. */
static inline int emrtd_decode_point(
    const EC_GROUP *group, const unsigned char *in, size_t count, point_conversion_form_t form, unsigned char *out,
    size_t out_count)
{
    EC_POINT *point = EC_POINT_new(group);
    int result = point && EC_POINT_oct2point(group, point, in, count, NULL) == 1;
    if (result && EC_POINT_is_at_infinity(group, point))
        result = -1;
    if (result == 1 && EC_POINT_point2oct(group, point, form, out, out_count, NULL) != out_count)
        result = 0;
    EC_POINT_free(point);
    ERR_clear_error();
    return result;
}

/* scalar · point, or the generator's multiple where `point` is NULL, as an uncompressed point. Results as above. */
static inline int emrtd_multiply_point(
    const EC_GROUP *group, const BIGNUM *scalar, const unsigned char *in, size_t count, unsigned char *out,
    size_t out_count)
{
    EC_POINT *point = EC_POINT_new(group), *product = EC_POINT_new(group);
    int result = point && product && (!in || EC_POINT_oct2point(group, point, in, count, NULL) == 1)
        && EC_POINT_mul(group, product, in ? NULL : scalar, in ? point : NULL, in ? scalar : NULL, NULL) == 1;
    if (result && EC_POINT_is_at_infinity(group, product))
        result = -1;
    if (result == 1
        && EC_POINT_point2oct(group, product, POINT_CONVERSION_UNCOMPRESSED, out, out_count, NULL) != out_count)
        result = 0;
    EC_POINT_free(point);
    EC_POINT_clear_free(product);
    ERR_clear_error();
    return result;
}

/* left + right, both uncompressed. Results as above. */
static inline int emrtd_add_points(
    const EC_GROUP *group, const unsigned char *left, const unsigned char *right, unsigned char *out, size_t count)
{
    EC_POINT *a = EC_POINT_new(group), *b = EC_POINT_new(group);
    int result = a && b && EC_POINT_oct2point(group, a, left, count, NULL) == 1
        && EC_POINT_oct2point(group, b, right, count, NULL) == 1 && EC_POINT_add(group, a, a, b, NULL) == 1;
    if (result && EC_POINT_is_at_infinity(group, a))
        result = -1;
    if (result == 1 && EC_POINT_point2oct(group, a, POINT_CONVERSION_UNCOMPRESSED, out, count, NULL) != count)
        result = 0;
    EC_POINT_free(a);
    EC_POINT_free(b);
    ERR_clear_error();
    return result;
}

/* base ^ exponent mod modulus, in constant time in the exponent; the modulus is odd. */
static inline int emrtd_power(BIGNUM *result, const BIGNUM *base, const BIGNUM *exponent, const BIGNUM *modulus)
{
    BN_CTX *context = BN_CTX_new();
    int ok = context && BN_mod_exp_mont_consttime(result, base, exponent, modulus, context, NULL) == 1;
    BN_CTX_free(context);
    ERR_clear_error();
    return ok;
}

/* left * right mod modulus. */
static inline int emrtd_multiply(BIGNUM *result, const BIGNUM *left, const BIGNUM *right, const BIGNUM *modulus)
{
    BN_CTX *context = BN_CTX_new();
    int ok = context && BN_mod_mul(result, left, right, modulus, context) == 1;
    BN_CTX_free(context);
    ERR_clear_error();
    return ok;
}

/* left + right mod modulus. */
static inline int emrtd_add(BIGNUM *result, const BIGNUM *left, const BIGNUM *right, const BIGNUM *modulus)
{
    BN_CTX *context = BN_CTX_new();
    int ok = context && BN_mod_add(result, left, right, modulus, context) == 1;
    BN_CTX_free(context);
    ERR_clear_error();
    return ok;
}

/* number / divisor, rounded down; 0 for a divisor of zero. */
static inline int emrtd_divide(BIGNUM *result, const BIGNUM *number, const BIGNUM *divisor)
{
    BN_CTX *context = BN_CTX_new();
    int ok = context && BN_div(result, NULL, number, divisor, context) == 1;
    BN_CTX_free(context);
    ERR_clear_error();
    return ok;
}

/* 1: prime, with all but no doubt; 0: not prime; -1 without memory. */
static inline int emrtd_is_prime(const BIGNUM *number)
{
    BN_CTX *context = BN_CTX_new();
    int result = context ? BN_check_prime(number, context, NULL) : -1;
    BN_CTX_free(context);
    ERR_clear_error();
    return result;
}

#endif

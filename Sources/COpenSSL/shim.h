#ifndef COPENSSL_SHIM_H
#define COPENSSL_SHIM_H
#define OPENSSL_API_COMPAT 0x30000000L
#define OPENSSL_NO_DEPRECATED 1   /* deprecated 1.x API is hidden from Swift */
#include <openssl/opensslv.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/provider.h>
#include <openssl/params.h>
#include <openssl/param_build.h>
#include <openssl/core_names.h>
#include <openssl/bn.h>
#include <openssl/ec.h>
#include <openssl/ecdsa.h>
#include <openssl/dh.h>
#include <openssl/rsa.h>
#include <openssl/asn1.h>
#include <openssl/asn1t.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>
#include <openssl/x509_vfy.h>
#include <openssl/cms.h>
#include <openssl/pkcs7.h>
#include <openssl/pem.h>
#include <openssl/bio.h>
#include <openssl/rand.h>
#include <openssl/kdf.h>
#include <openssl/decoder.h>
#include <openssl/encoder.h>
#include <openssl/objects.h>
#include <openssl/cmac.h>

/* Swift cannot import: function-like macros, STACK_OF() inline helpers are imported only for the
   types that OpenSSL defines them for as real static inline functions; variadics are not imported. */
static inline int cossl_sk_X509_num(const STACK_OF(X509) *s) { return sk_X509_num(s); }
static inline X509 *cossl_sk_X509_value(const STACK_OF(X509) *s, int i) { return sk_X509_value(s, i); }
static inline void cossl_sk_X509_free(STACK_OF(X509) *s) { sk_X509_free(s); }
static inline STACK_OF(X509) *cossl_sk_X509_new(void) { return sk_X509_new_null(); }
static inline int cossl_sk_X509_push(STACK_OF(X509) *s, X509 *x) { return sk_X509_push(s, x); }
static inline int cossl_sk_SI_num(STACK_OF(CMS_SignerInfo) *s) { return sk_CMS_SignerInfo_num(s); }
static inline CMS_SignerInfo *cossl_sk_SI_value(STACK_OF(CMS_SignerInfo) *s, int i) { return sk_CMS_SignerInfo_value(s, i); }
static const int cossl_EVP_PKEY_KEYPAIR = EVP_PKEY_KEYPAIR, cossl_EVP_PKEY_PUBLIC_KEY = EVP_PKEY_PUBLIC_KEY;

/* OSSL_PARAM arrays keep the *key* and *value* pointers. In Swift a macro key such as OSSL_MAC_PARAM_CIPHER is a
   String, passed as a temporary C string: it dangles after the call. So every OSSL_PARAM is built on the C side. */
static inline EVP_PKEY *cossl_ec_pkey(int selection, const BIGNUM *p, const BIGNUM *a, const BIGNUM *b, const unsigned char *gen, size_t genlen,
        const BIGNUM *order, const BIGNUM *cofactor, const unsigned char *pub, size_t publen, const BIGNUM *priv) {
    EVP_PKEY *k = NULL; OSSL_PARAM *ps = NULL; EVP_PKEY_CTX *c = NULL;
    OSSL_PARAM_BLD *l = OSSL_PARAM_BLD_new();
    if (!l) return NULL;
    if (OSSL_PARAM_BLD_push_utf8_string(l, OSSL_PKEY_PARAM_EC_FIELD_TYPE, "prime-field", 0)
        && OSSL_PARAM_BLD_push_BN(l, OSSL_PKEY_PARAM_EC_P, p) && OSSL_PARAM_BLD_push_BN(l, OSSL_PKEY_PARAM_EC_A, a) && OSSL_PARAM_BLD_push_BN(l, OSSL_PKEY_PARAM_EC_B, b)
        && OSSL_PARAM_BLD_push_octet_string(l, OSSL_PKEY_PARAM_EC_GENERATOR, gen, genlen)
        && OSSL_PARAM_BLD_push_BN(l, OSSL_PKEY_PARAM_EC_ORDER, order) && (!cofactor || OSSL_PARAM_BLD_push_BN(l, OSSL_PKEY_PARAM_EC_COFACTOR, cofactor))
        && (!pub || OSSL_PARAM_BLD_push_octet_string(l, OSSL_PKEY_PARAM_PUB_KEY, pub, publen))
        && (!priv || OSSL_PARAM_BLD_push_BN(l, OSSL_PKEY_PARAM_PRIV_KEY, priv))
        && (ps = OSSL_PARAM_BLD_to_param(l)) && (c = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL)) && EVP_PKEY_fromdata_init(c) > 0)
        EVP_PKEY_fromdata(c, &k, selection, ps);
    EVP_PKEY_CTX_free(c); OSSL_PARAM_free(ps); OSSL_PARAM_BLD_free(l);
    return k;
}
static inline EVP_PKEY *cossl_dh_pkey(int selection, const BIGNUM *p, const BIGNUM *q, const BIGNUM *g, const BIGNUM *pub, const BIGNUM *priv) {
    EVP_PKEY *k = NULL; OSSL_PARAM *ps = NULL; EVP_PKEY_CTX *c = NULL;
    OSSL_PARAM_BLD *l = OSSL_PARAM_BLD_new();
    if (!l) return NULL;
    if (OSSL_PARAM_BLD_push_BN(l, OSSL_PKEY_PARAM_FFC_P, p) && (!q || OSSL_PARAM_BLD_push_BN(l, OSSL_PKEY_PARAM_FFC_Q, q)) && OSSL_PARAM_BLD_push_BN(l, OSSL_PKEY_PARAM_FFC_G, g)
        && (!pub || OSSL_PARAM_BLD_push_BN(l, OSSL_PKEY_PARAM_PUB_KEY, pub)) && (!priv || OSSL_PARAM_BLD_push_BN(l, OSSL_PKEY_PARAM_PRIV_KEY, priv))
        && (ps = OSSL_PARAM_BLD_to_param(l)) && (c = EVP_PKEY_CTX_new_from_name(NULL, q ? "DHX" : "DH", NULL)) && EVP_PKEY_fromdata_init(c) > 0)
        EVP_PKEY_fromdata(c, &k, selection, ps);
    EVP_PKEY_CTX_free(c); OSSL_PARAM_free(ps); OSSL_PARAM_BLD_free(l);
    return k;
}
static inline EVP_MAC_CTX *cossl_cmac_new(EVP_MAC *mac, const char *cipher, const unsigned char *key, size_t len) {
    EVP_MAC_CTX *c = EVP_MAC_CTX_new(mac);
    OSSL_PARAM p[2] = { OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_CIPHER, (char *)cipher, 0), OSSL_PARAM_END };
    if (c && EVP_MAC_init(c, key, len, p) <= 0) { EVP_MAC_CTX_free(c); c = NULL; }
    return c;
}
#endif

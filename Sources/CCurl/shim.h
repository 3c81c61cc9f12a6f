#ifndef CCURL_SHIM_H
#define CCURL_SHIM_H

#include <curl/curl.h>
#include <dlfcn.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* libcurl is loaded when it is first needed: with the libraries below it, it would cost every start of the program more
   than reading a machine readable zone does. Variadic functions are called on this side only. */
typedef struct {
    CURL *(*init)(void);
    CURLcode (*set)(CURL *, CURLoption, ...);
    CURLcode (*perform)(CURL *);
    CURLcode (*info)(CURL *, CURLINFO, ...);
    void (*cleanup)(CURL *);
    struct curl_slist *(*append)(struct curl_slist *, const char *);
    void (*free_list)(struct curl_slist *);
    const char *(*words)(CURLcode);
    char *(*version)(void);
} emrtd_curl;

/* Fills the table; returns 0 where the library or one of its functions is not there. */
static inline int emrtd_curl_load(emrtd_curl *api)
{
    void *library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
    CURLcode (*global)(long);
    if (!library)
        return 0;
    *(void **)&global = dlsym(library, "curl_global_init");
    *(void **)&api->init = dlsym(library, "curl_easy_init");
    *(void **)&api->set = dlsym(library, "curl_easy_setopt");
    *(void **)&api->perform = dlsym(library, "curl_easy_perform");
    *(void **)&api->info = dlsym(library, "curl_easy_getinfo");
    *(void **)&api->cleanup = dlsym(library, "curl_easy_cleanup");
    *(void **)&api->append = dlsym(library, "curl_slist_append");
    *(void **)&api->free_list = dlsym(library, "curl_slist_free_all");
    *(void **)&api->words = dlsym(library, "curl_easy_strerror");
    *(void **)&api->version = dlsym(library, "curl_version");
    return global && api->init && api->set && api->perform && api->info && api->cleanup && api->append
        && api->free_list && api->words && api->version && global(CURL_GLOBAL_DEFAULT) == CURLE_OK;
}

/* What to send, and within which bounds. Texts that are NULL are left out. */
typedef struct {
    const char *url, *body, *authorization;
    const char *authorities, *pinned_key, *certificate, *key, *key_passphrase;
    long connect_milliseconds, total_milliseconds;
} emrtd_request;

/* The answer: `status` is 0 where none came. `bytes` are to be freed. */
typedef struct {
    CURLcode code;
    long status;
    unsigned char *bytes;
    size_t count, limit;
} emrtd_answer;

static inline size_t emrtd_take(char *bytes, size_t size, size_t count, void *context)
{
    emrtd_answer *answer = (emrtd_answer *)context;
    size_t more = size * count;
    unsigned char *grown;
    if (more > answer->limit - answer->count)
        return 0;
    grown = (unsigned char *)realloc(answer->bytes, answer->count + more + 1);
    if (!grown)
        return 0;
    memcpy(grown + answer->count, bytes, more);
    answer->bytes = grown;
    answer->count += more;
    return more;
}

/* Sends one POST of JSON; follows no redirection, uses no proxy, takes nothing from the user's curl settings. */
static inline emrtd_answer emrtd_curl_post(const emrtd_curl *api, const emrtd_request *request, size_t limit)
{
    emrtd_answer answer = {CURLE_FAILED_INIT, 0, NULL, 0, limit};
    CURL *handle = api->init();
    struct curl_slist *headers = api->append(NULL, "Content-Type: application/json"), *longer;
    CURLcode code = CURLE_OK;
    longer = headers ? api->append(headers, "Accept: application/json") : NULL;
    if (longer && request->authorization)
        longer = api->append(longer, request->authorization);
#define EMRTD_SET(option, value) (code = code == CURLE_OK ? api->set(handle, option, value) : code)
    if (handle && longer) {
        EMRTD_SET(CURLOPT_URL, request->url);
        EMRTD_SET(CURLOPT_PROTOCOLS_STR, "http,https");
        EMRTD_SET(CURLOPT_NOSIGNAL, 1L);
        EMRTD_SET(CURLOPT_NOPROXY, "*");
        EMRTD_SET(CURLOPT_FOLLOWLOCATION, 0L);
        EMRTD_SET(CURLOPT_SSL_VERIFYPEER, 1L);
        EMRTD_SET(CURLOPT_SSL_VERIFYHOST, 2L);
        EMRTD_SET(CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
        EMRTD_SET(CURLOPT_HTTPHEADER, headers);
        EMRTD_SET(CURLOPT_POSTFIELDS, request->body);
        EMRTD_SET(CURLOPT_CONNECTTIMEOUT_MS, request->connect_milliseconds);
        EMRTD_SET(CURLOPT_TIMEOUT_MS, request->total_milliseconds);
        EMRTD_SET(CURLOPT_WRITEFUNCTION, emrtd_take);
        EMRTD_SET(CURLOPT_WRITEDATA, &answer);
        if (request->authorities) {
            EMRTD_SET(CURLOPT_CAINFO, request->authorities);
            EMRTD_SET(CURLOPT_CAPATH, NULL);
        }
        if (request->pinned_key)
            EMRTD_SET(CURLOPT_PINNEDPUBLICKEY, request->pinned_key);
        if (request->certificate)
            EMRTD_SET(CURLOPT_SSLCERT, request->certificate);
        if (request->key)
            EMRTD_SET(CURLOPT_SSLKEY, request->key);
        if (request->key_passphrase)
            EMRTD_SET(CURLOPT_KEYPASSWD, request->key_passphrase);
        answer.code = code == CURLE_OK ? api->perform(handle) : code;
        api->info(handle, CURLINFO_RESPONSE_CODE, &answer.status);
    }
#undef EMRTD_SET
    if (headers)
        api->free_list(headers);
    if (handle)
        api->cleanup(handle);
    return answer;
}

/* Takes a file over HTTPS; follows no redirection, uses no proxy, takes nothing from the user's curl settings. */
static inline emrtd_answer emrtd_curl_get(const emrtd_curl *api, const emrtd_request *request, size_t limit)
{
    emrtd_answer answer = {CURLE_FAILED_INIT, 0, NULL, 0, limit};
    CURL *handle = api->init();
    CURLcode code = CURLE_OK;
#define EMRTD_SET(option, value) (code = code == CURLE_OK ? api->set(handle, option, value) : code)
    if (handle) {
        EMRTD_SET(CURLOPT_URL, request->url);
        EMRTD_SET(CURLOPT_PROTOCOLS_STR, "https");
        EMRTD_SET(CURLOPT_NOSIGNAL, 1L);
        EMRTD_SET(CURLOPT_NOPROXY, "*");
        EMRTD_SET(CURLOPT_FOLLOWLOCATION, 0L);
        EMRTD_SET(CURLOPT_SSL_VERIFYPEER, 1L);
        EMRTD_SET(CURLOPT_SSL_VERIFYHOST, 2L);
        EMRTD_SET(CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
        EMRTD_SET(CURLOPT_HTTPGET, 1L);
        EMRTD_SET(CURLOPT_CONNECTTIMEOUT_MS, request->connect_milliseconds);
        EMRTD_SET(CURLOPT_TIMEOUT_MS, request->total_milliseconds);
        EMRTD_SET(CURLOPT_WRITEFUNCTION, emrtd_take);
        EMRTD_SET(CURLOPT_WRITEDATA, &answer);
        if (request->authorities) {
            EMRTD_SET(CURLOPT_CAINFO, request->authorities);
            EMRTD_SET(CURLOPT_CAPATH, NULL);
        }
        if (request->pinned_key)
            EMRTD_SET(CURLOPT_PINNEDPUBLICKEY, request->pinned_key);
        answer.code = code == CURLE_OK ? api->perform(handle) : code;
        api->info(handle, CURLINFO_RESPONSE_CODE, &answer.status);
        api->cleanup(handle);
    }
#undef EMRTD_SET
    return answer;
}

#endif

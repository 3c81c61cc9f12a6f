#ifndef CLDAP_SHIM_H
#define CLDAP_SHIM_H

#include <dlfcn.h>
#include <lber.h>
#include <ldap.h>
#include <stddef.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>

/* OpenLDAP's client library is loaded when a directory is asked; most starts of the program ask none. */
typedef struct {
    int (*initialize)(LDAP **, const char *);
    int (*set_option)(LDAP *, int, const void *);
    int (*bind)(LDAP *, const char *, const char *, struct berval *, LDAPControl **, LDAPControl **, int *);
    int (*search)(LDAP *, const char *, int, const char *, char **, int, LDAPControl **, LDAPControl **, struct timeval *,
        int, int *);
    int (*result)(LDAP *, int, int, struct timeval *, LDAPMessage **);
    int (*message_type)(LDAPMessage *);
    int (*message_free)(LDAPMessage *);
    char *(*dn)(LDAP *, LDAPMessage *);
    char *(*first_attribute)(LDAP *, LDAPMessage *, BerElement **);
    char *(*next_attribute)(LDAP *, LDAPMessage *, BerElement *);
    struct berval **(*values)(LDAP *, LDAPMessage *, const char *);
    void (*free_values)(struct berval **);
    void (*free_memory)(void *);
    int (*page_control)(LDAP *, ber_int_t, struct berval *, int, LDAPControl **);
    int (*page_response)(LDAP *, LDAPControl *, ber_int_t *, struct berval *);
    LDAPControl *(*find_control)(const char *, LDAPControl **, LDAPControl ***);
    int (*parse_result)(LDAP *, LDAPMessage *, int *, char **, char **, char ***, LDAPControl ***, int);
    void (*free_control)(LDAPControl *);
    void (*free_controls)(LDAPControl **);
    int (*unbind)(LDAP *, LDAPControl **, LDAPControl **);
    char *(*words)(int);
    void (*free_element)(BerElement *, int);
} emrtd_ldap;

/* Fills the table; returns 0 where the library or one of its functions is not there. */
static inline int emrtd_ldap_load(emrtd_ldap *api)
{
    void *library = dlopen("libldap-2.5.so.0", RTLD_NOW | RTLD_LOCAL), *elements;
    if (!library)
        library = dlopen("libldap.so.2", RTLD_NOW | RTLD_LOCAL);
    if (!library)
        return 0;
    elements = dlopen("liblber-2.5.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!elements)
        elements = library;
#define EMRTD_LOAD(field, name) *(void **)&api->field = dlsym(library, name)
    EMRTD_LOAD(initialize, "ldap_initialize");
    EMRTD_LOAD(set_option, "ldap_set_option");
    EMRTD_LOAD(bind, "ldap_sasl_bind_s");
    EMRTD_LOAD(search, "ldap_search_ext");
    EMRTD_LOAD(result, "ldap_result");
    EMRTD_LOAD(message_type, "ldap_msgtype");
    EMRTD_LOAD(message_free, "ldap_msgfree");
    EMRTD_LOAD(dn, "ldap_get_dn");
    EMRTD_LOAD(first_attribute, "ldap_first_attribute");
    EMRTD_LOAD(next_attribute, "ldap_next_attribute");
    EMRTD_LOAD(values, "ldap_get_values_len");
    EMRTD_LOAD(free_values, "ldap_value_free_len");
    EMRTD_LOAD(free_memory, "ldap_memfree");
    EMRTD_LOAD(page_control, "ldap_create_page_control");
    EMRTD_LOAD(page_response, "ldap_parse_pageresponse_control");
    EMRTD_LOAD(find_control, "ldap_control_find");
    EMRTD_LOAD(parse_result, "ldap_parse_result");
    EMRTD_LOAD(free_control, "ldap_control_free");
    EMRTD_LOAD(free_controls, "ldap_controls_free");
    EMRTD_LOAD(unbind, "ldap_unbind_ext_s");
    EMRTD_LOAD(words, "ldap_err2string");
#undef EMRTD_LOAD
    *(void **)&api->free_element = dlsym(elements, "ber_free");
    return api->initialize && api->set_option && api->bind && api->search && api->result && api->message_type
        && api->message_free && api->dn && api->first_attribute && api->next_attribute && api->values
        && api->free_values && api->free_memory && api->page_control && api->page_response && api->find_control
        && api->parse_result && api->free_control && api->free_controls && api->unbind && api->words
        && api->free_element;
}

/* Takes one value of an entry, or with no name the beginning of an entry; anything but 0 ends the search. */
typedef int (*emrtd_ldap_taker)(void *context, const char *dn, const char *name, const unsigned char *value, size_t count);

/* What to ask. Texts that are NULL are left out. */
typedef struct {
    const char *uri, *base, *authorities, *pinned_key;
    int page_size, connect_seconds, total_seconds;
} emrtd_ldap_request;

/* Why a search ended: an LDAP code; the taker's code where it ended it; and whether time ran out. */
typedef struct {
    int code, stopped, timed_out;
} emrtd_ldap_outcome;

static inline int emrtd_ldap_entry(const emrtd_ldap *api, LDAP *directory, LDAPMessage *message, emrtd_ldap_taker take, void *context)
{
    BerElement *position = NULL;
    char *dn = api->dn(directory, message), *name;
    int stopped = dn ? take(context, dn, NULL, NULL, 0) : 0;
    for (name = dn && !stopped ? api->first_attribute(directory, message, &position) : NULL; name;
         name = stopped ? NULL : api->next_attribute(directory, message, position)) {
        struct berval **values = api->values(directory, message, name);
        for (int index = 0; values && values[index] && !stopped; index++)
            stopped = take(context, dn, name, (const unsigned char *)values[index]->bv_val, values[index]->bv_len);
        if (values)
            api->free_values(values);
        api->free_memory(name);
    }
    if (position)
        api->free_element(position, 0);
    if (dn)
        api->free_memory(dn);
    return stopped;
}

/* Asks for everything below a base, page by page, or at once where the page size is 0; binds as nobody, follows no referral. */
static inline emrtd_ldap_outcome emrtd_ldap_search(const emrtd_ldap *api, const emrtd_ldap_request *request, emrtd_ldap_taker take, void *context)
{
    emrtd_ldap_outcome outcome = {LDAP_SUCCESS, 0, 0};
    LDAP *directory = NULL;
    int version = LDAP_VERSION3, demand = LDAP_OPT_X_TLS_DEMAND, client = 0, id, done;
    struct timeval wait = {request->connect_seconds, 0};
    struct berval nobody = {0, NULL}, cookie = {0, NULL}, next;
    time_t end = time(NULL) + request->total_seconds;
    char *attributes[] = {"userCertificate", "userCertificate;binary", "cACertificate", "cACertificate;binary",
        "certificateRevocationList", "certificateRevocationList;binary", "CscaMasterListData", "pkdMasterListContent",
        "pkdMasterListContent;binary", "CscaMasterListData;binary", "pkdVersion", "pkdConformanceCode", NULL};

    outcome.code = api->initialize(&directory, request->uri);
    if (outcome.code != LDAP_SUCCESS)
        return outcome;
    api->set_option(directory, LDAP_OPT_PROTOCOL_VERSION, &version);
    api->set_option(directory, LDAP_OPT_REFERRALS, LDAP_OPT_OFF);
    api->set_option(directory, LDAP_OPT_NETWORK_TIMEOUT, &wait);
    api->set_option(directory, LDAP_OPT_TIMEOUT, &wait);
    api->set_option(directory, LDAP_OPT_X_TLS_REQUIRE_CERT, &demand);
    if (request->authorities)
        outcome.code = api->set_option(directory, LDAP_OPT_X_TLS_CACERTFILE, request->authorities);
    if (outcome.code == LDAP_SUCCESS && request->pinned_key)
        outcome.code = api->set_option(directory, LDAP_OPT_X_TLS_PEERKEY_HASH, request->pinned_key);
    if (outcome.code == LDAP_SUCCESS)
        outcome.code = api->set_option(directory, LDAP_OPT_X_TLS_NEWCTX, &client);
    if (outcome.code == LDAP_SUCCESS)
        outcome.code = api->bind(directory, "", LDAP_SASL_SIMPLE, &nobody, NULL, NULL, NULL);

    for (done = outcome.code != LDAP_SUCCESS; !done;) {
        LDAPControl *page = NULL, *controls[2] = {NULL, NULL};
        int is_last = 0;
        if (request->page_size > 0)
            outcome.code = api->page_control(directory, request->page_size, cookie.bv_len ? &cookie : NULL, 0, &page);
        if (outcome.code != LDAP_SUCCESS)
            break;
        controls[0] = page;
        outcome.code = api->search(directory, request->base, LDAP_SCOPE_SUBTREE, "(objectClass=*)", attributes, 0, controls,
            NULL, NULL, LDAP_NO_LIMIT, &id);
        if (page)
            api->free_control(page);
        if (outcome.code != LDAP_SUCCESS)
            break;
        while (!is_last && !outcome.stopped) {
            LDAPMessage *message = NULL;
            int type;
            wait.tv_sec = end - time(NULL);
            wait.tv_usec = 0;
            if (wait.tv_sec > request->connect_seconds)
                wait.tv_sec = request->connect_seconds;
            type = wait.tv_sec > 0 ? api->result(directory, id, LDAP_MSG_ONE, &wait, &message) : 0;
            if (type <= 0) {
                outcome.timed_out = type == 0;
                outcome.code = type == 0 ? LDAP_TIMEOUT : LDAP_SERVER_DOWN;
                done = is_last = 1;
            } else if (type == LDAP_RES_SEARCH_ENTRY) {
                outcome.stopped = emrtd_ldap_entry(api, directory, message, take, context);
            } else if (type == LDAP_RES_SEARCH_RESULT) {
                LDAPControl **answers = NULL, *answer;
                ber_int_t size = 0;
                int code = api->parse_result(directory, message, &outcome.code, NULL, NULL, NULL, &answers, 0);
                if (code != LDAP_SUCCESS)
                    outcome.code = code;
                memset(&next, 0, sizeof next);
                answer = answers ? api->find_control(LDAP_CONTROL_PAGEDRESULTS, answers, NULL) : NULL;
                if (answer && api->page_response(directory, answer, &size, &next) != LDAP_SUCCESS)
                    memset(&next, 0, sizeof next);
                if (cookie.bv_val)
                    api->free_memory(cookie.bv_val);
                cookie = next;
                if (answers)
                    api->free_controls(answers);
                is_last = 1;
                done = outcome.code != LDAP_SUCCESS || cookie.bv_len == 0;
            }
            if (message)
                api->message_free(message);
        }
        if (outcome.stopped)
            done = 1;
    }
    if (cookie.bv_val)
        api->free_memory(cookie.bv_val);
    api->unbind(directory, NULL, NULL);
    return outcome;
}

#endif

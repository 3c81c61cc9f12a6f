#ifndef CP11KIT_SHIM_H
#define CP11KIT_SHIM_H

#include <p11-kit/p11-kit.h>
#include <p11-kit/pkcs11.h>
#include <p11-kit/uri.h>

#include <string.h>

/* A mechanism keeps a pointer to its parameter, so it is built, used and gone on this side. `salt_count` is -1 where the
   mechanism takes no parameter, else the length of the salt of RSASSA-PSS. */
static inline CK_RV emrtd_sign_init(
    CK_FUNCTION_LIST *module, CK_SESSION_HANDLE session, CK_OBJECT_HANDLE key, CK_MECHANISM_TYPE type,
    CK_MECHANISM_TYPE hash, unsigned long mgf, long salt_count)
{
    CK_RSA_PKCS_PSS_PARAMS pss = {hash, mgf, salt_count < 0 ? 0 : (unsigned long)salt_count};
    CK_MECHANISM mechanism = {type, salt_count < 0 ? NULL : &pss, salt_count < 0 ? 0 : sizeof pss};
    return module->C_SignInit(session, &mechanism, key);
}

/* The value of one attribute of an object, in `out`; its length, or -1 where the object does not give it out. */
static inline long emrtd_attribute(
    CK_FUNCTION_LIST *module, CK_SESSION_HANDLE session, CK_OBJECT_HANDLE object, CK_ATTRIBUTE_TYPE type,
    unsigned char *out, unsigned long room)
{
    CK_ATTRIBUTE attribute = {type, out, room};
    CK_RV result = module->C_GetAttributeValue(session, object, &attribute, 1);
    return result == CKR_OK && attribute.ulValueLen <= room ? (long)attribute.ulValueLen : -1;
}

/* Objects of one class that have every attribute that the URI names and, where `id_count` is not 0, this CKA_ID.
   Returns the result of the search; `*count` is how many of `out` are filled. */
static inline CK_RV emrtd_find_objects(
    CK_FUNCTION_LIST *module, CK_SESSION_HANDLE session, CK_OBJECT_CLASS class, P11KitUri *uri,
    const unsigned char *id, unsigned long id_count, CK_OBJECT_HANDLE *out, unsigned long room, unsigned long *count)
{
    CK_ATTRIBUTE wanted[8] = {{CKA_CLASS, &class, sizeof class}};
    unsigned long wanted_count = 1, named_count = 0;
    CK_ATTRIBUTE_PTR named = uri ? p11_kit_uri_get_attributes(uri, &named_count) : NULL;
    for (unsigned long i = 0; named && i < named_count && wanted_count < 7; i++)
        if (named[i].type != CKA_CLASS)
            wanted[wanted_count++] = named[i];
    if (id_count > 0) {
        CK_ATTRIBUTE identifier = {CKA_ID, (void *)id, id_count};
        wanted[wanted_count++] = identifier;
    }
    *count = 0;
    CK_RV result = module->C_FindObjectsInit(session, wanted, wanted_count);
    if (result != CKR_OK)
        return result;
    result = module->C_FindObjects(session, out, room, count);
    module->C_FindObjectsFinal(session);
    return result;
}

#endif

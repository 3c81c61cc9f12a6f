#ifndef CARCHIVE_SHIM_H
#define CARCHIVE_SHIM_H

#include <archive.h>
#include <archive_entry.h>
#include <dlfcn.h>
#include <stddef.h>

/* libarchive is loaded when the first archive is opened: most starts of the program see none. */
typedef struct {
    struct archive *(*make)(void);
    int (*support_zip)(struct archive *);
    int (*open_memory)(struct archive *, const void *, size_t);
    int (*next_header)(struct archive *, struct archive_entry **);
    la_ssize_t (*read)(struct archive *, void *, size_t);
    const char *(*words)(struct archive *);
    int (*free)(struct archive *);
    const char *(*path)(struct archive_entry *);
    const char *(*raw_path)(struct archive_entry *);
    __LA_MODE_T (*type)(struct archive_entry *);
    int (*is_encrypted)(struct archive_entry *);
    const char *(*version)(void);
} emrtd_archive;

/* Fills the table; returns 0 where the library or one of its functions is not there. */
static inline int emrtd_archive_load(emrtd_archive *api)
{
    void *library = dlopen("libarchive.so.13", RTLD_NOW | RTLD_LOCAL);
    if (!library)
        return 0;
    *(void **)&api->make = dlsym(library, "archive_read_new");
    *(void **)&api->support_zip = dlsym(library, "archive_read_support_format_zip_seekable");
    *(void **)&api->open_memory = dlsym(library, "archive_read_open_memory");
    *(void **)&api->next_header = dlsym(library, "archive_read_next_header");
    *(void **)&api->read = dlsym(library, "archive_read_data");
    *(void **)&api->words = dlsym(library, "archive_error_string");
    *(void **)&api->free = dlsym(library, "archive_read_free");
    *(void **)&api->path = dlsym(library, "archive_entry_pathname_utf8");
    *(void **)&api->raw_path = dlsym(library, "archive_entry_pathname");
    *(void **)&api->type = dlsym(library, "archive_entry_filetype");
    *(void **)&api->is_encrypted = dlsym(library, "archive_entry_is_encrypted");
    *(void **)&api->version = dlsym(library, "archive_version_string");
    return api->make && api->support_zip && api->open_memory && api->next_header && api->read && api->words
        && api->free && api->path && api->raw_path && api->type && api->is_encrypted && api->version;
}

/* Whether a type of entry is a regular file, or one that does not say what it is. */
static inline int emrtd_archive_is_file(__LA_MODE_T type) { return type == AE_IFREG || type == 0; }
static inline int emrtd_archive_is_folder(__LA_MODE_T type) { return type == AE_IFDIR; }

#endif

#ifndef EMRTD_CPCSCLITE_H
#define EMRTD_CPCSCLITE_H

#include <winscard.h>
#include <wintypes.h>
#include <reader.h>

/* Macros that Swift cannot import: addresses of globals, and functions. */
static inline const SCARD_IO_REQUEST *cpcsc_pci_t0(void) { return SCARD_PCI_T0; }
static inline const SCARD_IO_REQUEST *cpcsc_pci_t1(void) { return SCARD_PCI_T1; }
static inline DWORD cpcsc_control_code(DWORD code) { return SCARD_CTL_CODE(code); }

#endif

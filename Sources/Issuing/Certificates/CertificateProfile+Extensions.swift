import ByteCoding
import Cryptography
import Standards

extension CertificateProfile {
    /// The Extensions, in the order of the table of §7.1.1.
    func extensions(subjectKeyIdentifier: [UInt8], authorityKeyIdentifier: [UInt8]) -> [UInt8] {
        var extensions: [[UInt8]] = []
        func add(_ arcs: OID, critical: Bool = false, unless deviation: Deviation? = nil, _ value: [UInt8]?) {
            guard let value, deviation.map({ !deviations.contains($0) }) ?? true else { return }
            let flag = critical ? [DER.boolean(true)] : []
            extensions.append(DER.sequence(of: [DER.oid(arcs)] + flag + [DER.octetString(value)]))
        }
        add(
            OID(2, 5, 29, 35), unless: .withoutAuthorityKeyIdentifier,
            DER.sequence(DER.implicit(0, authorityKeyIdentifier)))
        if case .recordSigner(let kind) = role {
            let purpose = OID(2, 23, 136, 1, 1, 9, 8).appending(kind.rawValue)
            add(.extendedKeyUsage, critical: true, unless: .withoutKeyUsage, DER.sequence(DER.oid(purpose)))
            return DER.sequence(of: extensions)
        }
        add(OID(2, 5, 29, 14), unless: .withoutSubjectKeyIdentifier, DER.octetString(subjectKeyIdentifier))
        add(OID(2, 5, 29, 15), critical: true, unless: .withoutKeyUsage, DER.bitString(named: keyUsage))
        add(OID(2, 5, 29, 16), unless: .withoutPrivateKeyUsagePeriod, encodedPrivateKeyUsage)
        add(OID(2, 5, 29, 17), unless: .withoutAlternativeNames, alternativeNames)
        add(OID(2, 5, 29, 18), unless: .withoutAlternativeNames, alternativeNames)
        add(
            OID(2, 5, 29, 19), critical: true, unless: .withoutBasicConstraints,
            isAuthority ? DER.sequence(DER.boolean(true), DER.integer(0)) : nil)
        add(OID(2, 5, 29, 31), revocationListPoints)
        if case .link(hasNewName: true) = role { add(OID(2, 23, 136, 1, 1, 6, 1), DER.null) }
        if case .documentSigner(let types) = role, !types.isEmpty {
            let list = DER.sequence(DER.integer(0), DER.setOf(types.map(DER.printable)))
            add(OID(2, 23, 136, 1, 1, 6, 2), unless: .withoutDocumentTypes, list)
        }
        if deviations.contains(.unknownCriticalExtension) {
            add(OID(1, 3, 6, 1, 4, 1, 55_555, 1), critical: true, DER.null)
        }
        return DER.sequence(of: extensions)
    }

    private var keyUsage: Set<Int> {
        let isSigner = isAuthority == deviations.contains(.wrongKeyUsage)
        return isSigner ? [0] : [5, 6]  // digitalSignature, or keyCertSign and cRLSign
    }

    private var encodedPrivateKeyUsage: [UInt8]? {
        privateKeyUsage.map { usage in
            DER.sequence(
                DER.implicit(0, usage.lowerBound.digits + [0x5A]), DER.implicit(1, usage.upperBound.digits + [0x5A]))
        }
    }

    private var alternativeNames: [UInt8] {
        DER.sequence(DER.implicit(1, Array(contact.utf8)), DER.explicit(4, DirectoryName.locality(stateCode)))
    }

    private var revocationListPoints: [UInt8] {
        let name = DER.explicit(0, DER.explicit(0, DER.implicit(6, Array(revocationListLocation.utf8))))
        return DER.sequence(DER.sequence(name))
    }
}

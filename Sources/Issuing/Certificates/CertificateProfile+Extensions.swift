import ByteCoding
import Cryptography
import Standards

extension CertificateProfile {
    /// The Extensions, in the order of the table of §7.1.1.
    ///
    /// - Parameters:
    ///   - subjectKeyIdentifier: The identifier of the certified key, unless the profile has another one.
    ///   - authority: Name and key identifier of the issuer.
    func extensions(
        subjectKeyIdentifier: [UInt8], authority: (name: [UInt8], keyIdentifier: [UInt8])
    ) -> [UInt8] {
        var list: [Extension] = []
        func add(_ identifier: OID, critical: Bool = false, unless deviation: Deviation? = nil, _ value: [UInt8]?) {
            guard let value, deviation.map({ !deviations.contains($0) }) ?? true else { return }
            list.append(Extension(identifier, isCritical: critical, value: value))
        }
        add(
            .authorityKeyIdentifier, critical: deviations.contains(.criticalAuthorityKeyIdentifier),
            unless: .withoutAuthorityKeyIdentifier, authorityKeyIdentifierValue(authority))
        if case .recordSigner = role {
            add(.extendedKeyUsage, critical: true, unless: .withoutKeyUsage, extendedKeyUsage)
            return DER.sequence(of: (list + otherExtensions).map(\.encoded))
        }
        if case .sealSigner = role {
            add(
                .extendedKeyUsage, critical: !deviations.contains(.extendedKeyUsageNotCritical),
                unless: .withoutExtendedKeyUsage, extendedKeyUsage)
            add(.documentTypeList, unless: .withoutDocumentTypes, documentTypes)
            return DER.sequence(of: (list + foreignExtensions + otherExtensions).map(\.encoded))
        }
        let identifier = self.subjectKeyIdentifier ?? subjectKeyIdentifier
        add(
            .subjectKeyIdentifier, unless: .withoutSubjectKeyIdentifier,
            deviations.contains(.unwrappedSubjectKeyIdentifier) ? identifier : DER.octetString(identifier))
        let isCritical = !deviations.contains(.keyUsageNotCritical)
        for _ in 0..<(deviations.contains(.duplicatedExtension) ? 2 : 1) {
            add(.keyUsage, critical: isCritical, unless: .withoutKeyUsage, DER.bitString(named: keyUsage))
        }
        add(.privateKeyUsagePeriod, unless: .withoutPrivateKeyUsagePeriod, encodedPrivateKeyUsage)
        add(.subjectAlternativeName, unless: .withoutAlternativeNames, alternativeNames)
        add(.issuerAlternativeName, unless: .withoutAlternativeNames, alternativeNames)
        add(
            .basicConstraints, critical: !deviations.contains(.basicConstraintsNotCritical),
            unless: .withoutBasicConstraints, basicConstraints)
        add(
            .extendedKeyUsage, critical: !deviations.contains(.extendedKeyUsageNotCritical),
            unless: .withoutExtendedKeyUsage, extendedKeyUsage)
        add(.crlDistributionPoints, revocationListPoints)
        add(.nameChange, critical: deviations.contains(.criticalNameChange), nameChange)
        add(
            deviations.contains(.earlyDocumentTypes) ? .earlyDocumentTypeList : .documentTypeList,
            unless: .withoutDocumentTypes, documentTypes)
        list += foreignExtensions + otherExtensions
        return DER.sequence(of: list.map(\.encoded))
    }

    // MARK: Values

    private func authorityKeyIdentifierValue(_ authority: (name: [UInt8], keyIdentifier: [UInt8])) -> [UInt8] {
        var parts: [[UInt8]] = []
        if !deviations.contains(.authorityKeyIdentifierWithoutKey) {
            parts.append(DER.implicit(0, authority.keyIdentifier))
        }
        if !deviations.isDisjoint(with: [.authorityKeyIdentifierWithIssuer, .authorityKeyIdentifierWithoutKey]) {
            parts += [DER.implicit(1, containing: [DER.explicit(4, authority.name)]), DER.implicit(2, [0x01])]
        }
        return DER.sequence(of: parts)
    }

    private var keyUsage: Set<Int> {
        let isSigner = isAuthority == deviations.contains(.wrongKeyUsage)
        var bits: Set<Int> = isSigner ? [0] : [5, 6]  // digitalSignature, or keyCertSign and cRLSign
        if deviations.contains(.keyUsageWithoutCertificateSigning) { bits.remove(5) }
        if deviations.contains(.additionalKeyUsage) { bits.insert(1) }
        return bits
    }

    private var encodedPrivateKeyUsage: [UInt8]? {
        privateKeyUsage.map { usage in
            let begin = DER.implicit(0, usage.lowerBound.digits + [0x5A])
            return deviations.contains(.privateKeyUsageWithoutEnd)
                ? DER.sequence(begin) : DER.sequence(begin, DER.implicit(1, usage.upperBound.digits + [0x5A]))
        }
    }

    private var alternativeNames: [UInt8] {
        DER.sequence(DER.implicit(1, Array(contact.utf8)), DER.explicit(4, DirectoryName.locality(stateCode)))
    }

    private var basicConstraints: [UInt8]? {
        let length = pathLength.map { [DER.integer(max(0, $0))] } ?? []
        guard isAuthority else { return deviations.contains(.basicConstraintsInSigner) ? DER.sequence() : nil }
        if deviations.contains(.pathLengthWithoutAuthority) { return DER.sequence(of: length) }
        // FALSE is the default, which DER leaves out.
        return deviations.contains(.notAuthority) ? DER.sequence() : DER.sequence(of: [DER.boolean(true)] + length)
    }

    private var extendedKeyUsage: [UInt8]? {
        if deviations.contains(.wrongExtendedKeyUsage) {
            return DER.sequence(DER.oid(OID(1, 3, 6, 1, 5, 5, 7, 3, 1)))
        }
        return switch role {
        case .recordSigner(let kind):
            DER.sequence(DER.oid(OID(2, 23, 136, 1, 1, 9, 8).appending(kind.rawValue)))
        case .listSigner(let kind): DER.sequence(DER.oid(kind.keyPurpose))
        case .sealSigner(let kind, _): DER.sequence(DER.oid(kind.keyPurpose))
        case .csca, .link, .documentSigner: nil
        }
    }

    private var revocationListPoints: [UInt8] {
        let name = DER.explicit(0, DER.explicit(0, DER.implicit(6, Array(revocationListLocation.utf8))))
        return DER.sequence(DER.sequence(name))
    }

    private var nameChange: [UInt8]? {
        let isMeant = hasNameChange || deviations.contains(.criticalNameChange) || role == .link(hasNewName: true)
        return isMeant ? DER.null : nil
    }

    private var documentTypes: [UInt8]? {
        let types: [String]
        switch role {
        case .documentSigner(let list), .sealSigner(_, let list): types = list
        case .csca, .link, .recordSigner, .listSigner: return nil
        }
        guard !types.isEmpty else { return nil }
        let set =
            deviations.contains(.nestedDocumentTypes)
            ? DER.setOf(types.map { DER.setOf([DER.printable($0)]) }) : DER.setOf(types.map(DER.printable))
        return DER.sequence(DER.integer(0), set)
    }

    private var foreignExtensions: [Extension] {
        var list: [Extension] = []
        if deviations.contains(.vendorExtensions) {
            list += [
                Extension(OID(2, 16, 840, 1, 113_730, 1, 1), value: DER.bitString(named: [5])),
                Extension(OID(1, 3, 6, 1, 4, 1, 311, 21, 1), value: DER.integer(0)),
            ]
        }
        if deviations.contains(.unknownCriticalExtension) {
            list.append(Extension(OID(1, 3, 6, 1, 4, 1, 55_555, 1), isCritical: true, value: DER.null))
        }
        return list
    }
}

extension CertificateProfile.Extension {
    /// The Extension, in DER, which leaves out what is not critical.
    var encoded: [UInt8] {
        DER.sequence(
            of: [DER.oid(identifier)] + (isCritical ? [DER.boolean(true)] : []) + [DER.octetString(value)])
    }
}

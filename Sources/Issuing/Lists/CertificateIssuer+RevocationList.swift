import ByteCoding
import Cryptography
public import Standards

extension CertificateIssuer {
    /// Signs a revocation list to the profile.
    ///
    /// - Parameter revoked: Serial numbers and the moments of revocation.
    /// - Returns: The CertificateList, in DER.
    public func revocationList(
        number: Int, revoked: [(serialNumber: [UInt8], at: Timestamp)], thisUpdate: Timestamp, nextUpdate: Timestamp
    ) throws(IssuingError) -> [UInt8] {
        try issue(
            RevocationListProfile(
                number: number, thisUpdate: thisUpdate, nextUpdate: nextUpdate,
                entries: revoked.map { RevocationListProfile.Entry(serialNumber: $0.serialNumber, date: $0.at) }))
    }

    /// Signs a revocation list.
    ///
    /// - Returns: The CertificateList, in DER.
    ///
    /// Spec: ICAO Doc 9303-12 (8th ed.) §7.1.4.
    public func issue(_ profile: RevocationListProfile) throws(IssuingError) -> [UInt8] {
        let deviations = profile.deviations
        let time = deviations.contains(.generalizedTime) ? DER.generalizedTime : DER.time
        var parts = deviations.contains(.version1) ? [] : [DER.integer(1)]
        parts += [algorithm.identifier, encodedName, time(profile.thisUpdate)]
        if let next = profile.nextUpdate { parts.append(time(next)) }
        if !profile.entries.isEmpty { parts.append(profile.encodedEntries(certificateIssuer: encodedName)) }
        if !deviations.contains(.version1) {
            parts.append(
                DER.explicit(
                    0, profile.extensions(authorityKeyIdentifier: profile.authorityKeyIdentifier ?? keyIdentifier)))
        }
        let tbs = DER.sequence(of: parts)
        var signature = try sign(
            tbs, for: "a revocation list", withoutNull: deviations.contains(.digestInfoWithoutNull))
        if deviations.contains(.brokenSignature), !signature.isEmpty { signature[signature.count / 2] ^= 0x01 }
        let outer =
            deviations.contains(.differingAlgorithms)
            ? SignatureAlgorithm.rsaPKCS1(.sha224).identifier : algorithm.identifier
        return DER.sequence(tbs, outer, DER.bitString(signature))
    }
}

extension RevocationListProfile {
    /// revokedCertificates, written into one buffer: a list may have a million of them.
    fileprivate func encodedEntries(certificateIssuer: [UInt8]) -> [UInt8] {
        let isGeneralized = deviations.contains(.generalizedTime)
        var times: [Timestamp: [UInt8]] = [:]
        var contents: [UInt8] = []
        contents.reserveCapacity(entries.count * 40)
        for (index, entry) in entries.enumerated() {
            let time: [UInt8]
            if let known = times[entry.date] {
                time = known
            } else {
                time = isGeneralized ? DER.generalizedTime(entry.date) : DER.time(entry.date)
                if times.count < 10_000 { times[entry.date] = time }
            }
            let serialNumber = DER.integer(unsigned: entry.serialNumber)
            var extensions: [CertificateProfile.Extension] = []
            if let reason = entry.reason {
                extensions.append(.init(OID(2, 5, 29, 21), value: DER.enumerated(reason)))
            }
            if index == 0, deviations.contains(.indirect) {
                extensions.append(
                    .init(
                        OID(2, 5, 29, 29), isCritical: true,
                        value: DER.sequence(DER.explicit(4, certificateIssuer))))
            }
            let tail = extensions.isEmpty ? [] : DER.sequence(of: extensions.map(\.encoded))
            contents += DataObjectWriter.header(0x30, valueCount: serialNumber.count + time.count + tail.count)
            contents += serialNumber
            contents += time
            contents += tail
        }
        return DataObjectWriter.encode(0x30, contents)
    }

    fileprivate func extensions(authorityKeyIdentifier: [UInt8]) -> [UInt8] {
        var list: [CertificateProfile.Extension] = []
        if !deviations.contains(.withoutAuthorityKeyIdentifier) {
            list.append(
                .init(.authorityKeyIdentifier, value: DER.sequence(DER.implicit(0, authorityKeyIdentifier))))
        }
        if let number { list.append(.init(.crlNumber, value: DER.integer(max(0, number)))) }
        if deviations.contains(.deltaIndicator) {
            list.append(.init(.deltaCRLIndicator, isCritical: true, value: DER.integer(max(0, (number ?? 1) - 1))))
        }
        if deviations.contains(.issuingDistributionPoint) {
            // onlyContainsUserCerts
            list.append(
                .init(.issuingDistributionPoint, isCritical: true, value: DER.sequence(DER.implicit(1, [0xFF]))))
        }
        if deviations.contains(.indirect) {
            // indirectCRL
            list.append(
                .init(.issuingDistributionPoint, isCritical: true, value: DER.sequence(DER.implicit(4, [0xFF]))))
        }
        if deviations.contains(.unknownCriticalExtension) {
            list.append(.init(OID(1, 3, 6, 1, 4, 1, 55_555, 1), isCritical: true, value: DER.null))
        }
        return DER.sequence(of: list.map(\.encoded))
    }
}

import Foundation
import JourneyBase
import TestSupport

@testable import JourneyCrypto

/// The generator's changes to a valid chain. Some are not faults, but variations that both implementations must accept.
enum ChainFault: String, CaseIterable {
    case expired, notYetValid, notAuthority, noBasicConstraints, basicConstraintsNotCritical, pathTooLong
    case usageWithoutCertSign, authorityWithoutUsage, leafMaySignCertificates
    case dnsNotPermitted, dnsExcluded, addressNotPermitted, addressExcluded, directoryNotPermitted, directoryExcluded
    case mailNotPermitted, unsupportedConstraint
    case unknownCritical, purposeOfLeaf, purposeOfAuthority
    case signatureChanged, signedByAnother, contentChanged, weakHash, weakKey
    case hostNotNamed, hostBelowWildcard, addressNotNamed, hostOnlyInCommonName
    case leafRevoked, authorityRevoked, listOutOfDate, listFromFuture, listMissing, listSignedByAnother
    case listIssuerMayNot, listSignedByWeakHash, listUnknownCritical
    case noAuthorityKey, otherAuthorityKey, noSubjectKey, issuerNamedOtherwise, intermediateMissing, anchorAnother
    case emptySubject, version1, extensionTwice, keyIdentifierCritical
    // Variations.
    case unknownNotCritical, policies, criticalPolicies, selfIssued, emptySubjectNamedCritically, nameSpelledOtherwise
    case purposeOfAuthorityFits, serialNumberZero
    // This package is stricter; see `stricter`.
    case leafIsAuthority, noPurpose, noLeafUsage, usageWithoutSignature, policyConstraints, listOfOnePoint
    case wildcardOverExcluded, qualifiedPolicy, leafOfVersion1

    /// `true` if the chain stays valid.
    var isVariation: Bool {
        [
            .unknownNotCritical, .policies, .criticalPolicies, .selfIssued, .emptySubjectNamedCritically,
            .nameSpelledOtherwise, .purposeOfAuthorityFits, .serialNumberZero,
        ].contains(self)
    }

    /// The reason why this package refuses a chain that OpenSSL accepts; `nil` when it must not.
    var stricter: String? {
        switch self {
        case .leafIsAuthority: "an authority's certificate is nobody's server or client"
        case .noPurpose: "the leaf has to list its purpose"
        case .noLeafUsage: "the leaf has to say what its key may do"
        case .usageWithoutSignature: "a TLS key has to sign: there is no key exchange by encryption any more"
        case .policyConstraints, .qualifiedPolicy: "policies beyond their names are not understood"
        case .listOfOnePoint: "partial lists are refused"
        case .wildcardOverExcluded: "a wildcard reaches the excluded name"
        case .leafOfVersion1: "a leaf that says nothing about itself proves nothing"
        default: nil
        }
    }
}

extension ChainCase {
    /// Applies the fault, if the chain has a place for it.
    mutating func apply(_ fault: ChainFault, random: inout SplitMix) throws {
        faults.append(fault)
        let day = TestChain.day
        switch fault {
        case .expired: chain.parts[anywhere(&random)].notAfter = TestChain.now - day
        case .notYetValid: chain.parts[anywhere(&random)].notBefore = TestChain.now + day
        case .signatureChanged:
            let bit = UInt8(1) << Int.random(in: 0..<8, using: &random)
            let place = Int.random(in: 1...30, using: &random)
            chain.parts[issued(&random)].spoil = { bytes in
                var bytes = bytes
                bytes[bytes.count - place] ^= bit
                return bytes
            }
        case .contentChanged:
            let state = random.next()
            chain.parts[issued(&random)].spoil = { bytes in
                var inner = SplitMix(state: state)
                var bytes = bytes
                bytes[Int.random(in: 0..<bytes.count, using: &inner)] ^= 1 << Int.random(in: 0..<8, using: &inner)
                return bytes
            }
        case .signedByAnother: chain.parts[issued(&random)].signer = try TestKeys.p256(7)
        case .weakHash:
            let index = issued(&random)
            try setKey(TestKeys.sha1(P256PrivateKey.generate()), at: index - 1)
        case .weakKey: try setKey(TestKeys.weakRSA.get(), at: anywhere(&random))
        case .noAuthorityKey: chain.parts[issued(&random)].hasAuthorityKeyIdentifier = false
        case .otherAuthorityKey: chain.parts[issued(&random)].namedKey = [1, 2, 3]
        case .issuerNamedOtherwise:
            chain.parts[issued(&random)].issuer = try DistinguishedName([.commonName: "Somebody else"])
        case .intermediateMissing: missing = leaf > 1 ? 1 : nil
        case .anchorAnother: isAnchorAnother = true
        case .version1:
            let index = authority(&random)
            chain.parts[index].version = 0
            if Bool.random(using: &random) { chain.parts[index].extensions = [] }
        case .leafOfVersion1:
            asClient()
            chain.parts[leaf].version = 0
            chain.parts[leaf].extensions = []
        case .serialNumberZero: chain.parts[anywhere(&random)].serialNumber = [0]
        case .selfIssued:
            guard leaf > 1 else { return }
            chain.parts[1].subject = chain.parts[0].subject
            chain.set(
                .basicConstraints, .basicConstraints(BasicConstraints(isAuthority: true, pathLength: leaf - 2)), at: 0)
        case .nameSpelledOtherwise:
            let index = issued(&random)
            let name = chain.parts[index - 1].subject.values(of: .commonName).first ?? ""
            chain.parts[index].issuer = try DistinguishedName([
                .country: "no", .organization: " test ", .commonName: name.uppercased(),
            ])
        case .emptySubject, .emptySubjectNamedCritically:
            chain.parts[leaf].subject = try DistinguishedName([:])
            let names: [GeneralName] = [.dns("pay.example.com"), .dns("*.example.org"), .ip([192, 0, 2, 7])]
            chain.set(
                .subjectAltName, .subjectAltName(names, isCritical: fault == .emptySubjectNamedCritically), at: leaf)
        case .hostNotNamed: if chain.host != nil { chain.host = "pay.example.net" }
        case .hostBelowWildcard:
            if chain.host != nil {
                chain.host = ["a.b.example.org", "example.org"][Int.random(in: 0..<2, using: &random)]
            }
        case .addressNotNamed: if chain.host != nil { chain.host = "192.0.2.8" }
        case .hostOnlyInCommonName:
            chain.parts[leaf].subject = try DistinguishedName([.commonName: "pay.example.com"])
            chain.set(.subjectAltName, nil, at: leaf)
        default:
            try applyExtension(fault, random: &random)
            applyList(fault, random: &random)
        }
    }

    private mutating func applyList(_ fault: ChainFault, random: inout SplitMix) {
        // The index in `lists` is the issuer's index in the chain.
        let isAll = revocation == .all
        let index = isAll && !lists.isEmpty ? Int.random(in: 0..<lists.count, using: &random) : lists.count - 1
        guard lists.indices.contains(index) else { return }
        switch fault {
        case .leafRevoked: lists[lists.count - 1].revoked.append(chain.parts[leaf].serialNumber)
        case .authorityRevoked: lists[0].revoked.append(chain.parts[1].serialNumber)
        case .listOutOfDate: lists[index].nextUpdate = TestChain.now - 1
        case .listFromFuture: lists[index].thisUpdate = TestChain.now + 1
        case .listMissing: lists.remove(at: index)
        case .listSignedByAnother: lists[index].signer = CertificateSigner.forged
        case .listSignedByWeakHash:
            if let key = try? P256PrivateKey.generate() { lists[index].signer = TestKeys.sha1(key) }
        case .listIssuerMayNot: chain.set(.keyUsage, .keyUsage(.keyCertSign), at: lists[index].issuer)
        case .listUnknownCritical:
            lists[index].extensions = [NewExtension(OID(2, 5, 29, 99), isCritical: true) { $0.null() }]
        case .listOfOnePoint:
            lists[index].extensions = [
                NewExtension(OID(2, 5, 29, 28), isCritical: true) { writer in
                    writer.sequence { $0.element(.context(index == leaf - 1 ? 1 : 2, isConstructed: false), [0xFF]) }
                }
            ]
        default: break
        }
    }
}

extension CertificateSigner {
    /// A signer with an unknown key.
    static let forged: CertificateSigner? = (try? P256PrivateKey.generate()).map { CertificateSigner($0) }
}

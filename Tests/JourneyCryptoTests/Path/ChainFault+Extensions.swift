import Foundation
import JourneyBase
import TestSupport

@testable import JourneyCrypto

extension ChainCase {
    /// Applies faults of extensions.
    mutating func applyExtension(_ fault: ChainFault, random: inout SplitMix) throws {
        let above = authority(&random)
        switch fault {
        case .notAuthority:
            chain.set(.basicConstraints, .basicConstraints(BasicConstraints(isAuthority: false)), at: above)
        case .noBasicConstraints: chain.set(.basicConstraints, nil, at: above)
        case .basicConstraintsNotCritical:
            var item = NewExtension.basicConstraints(BasicConstraints(isAuthority: true))
            item.isCritical = false
            chain.set(.basicConstraints, item, at: above)
        case .pathTooLong:
            guard leaf > 1 else { return }
            let index = Int.random(in: 0..<(leaf - 1), using: &random)
            let length = Int.random(in: 0..<(leaf - 1 - index), using: &random)
            chain.set(
                .basicConstraints, .basicConstraints(BasicConstraints(isAuthority: true, pathLength: length)), at: index
            )
        case .usageWithoutCertSign: chain.set(.keyUsage, .keyUsage([.digitalSignature, .crlSign]), at: above)
        case .authorityWithoutUsage: chain.set(.keyUsage, nil, at: above)
        case .leafMaySignCertificates:
            chain.set(.keyUsage, .keyUsage([.digitalSignature, .keyCertSign]), at: leaf)
        case .unknownCritical, .unknownNotCritical:
            let item = NewExtension(OID(1, 3, 6, 1, 4, 1, 99_999, 1), isCritical: fault == .unknownCritical) {
                $0.null()
            }
            chain.set(item.identifier, item, at: anywhere(&random))
        case .policies, .criticalPolicies, .qualifiedPolicy:
            chain.set(
                .certificatePolicies,
                NewExtension(.certificatePolicies, isCritical: fault != .policies) { writer in
                    writer.sequence { writer in
                        writer.sequence { writer in
                            writer.objectIdentifier(OID(1, 2, 3, 4))
                            if fault == .qualifiedPolicy { ChainCase.writePractice(&writer) }
                        }
                    }
                }, at: anywhere(&random))
        case .policyConstraints:
            let item = NewExtension(OID(2, 5, 29, 36), isCritical: true) { writer in
                writer.sequence { $0.element(.context(1, isConstructed: false), [0]) }
            }
            chain.set(item.identifier, item, at: above)
        case .purposeOfLeaf: chain.set(.extendedKeyUsage, .extendedKeyUsage([.emailProtection]), at: leaf)
        case .purposeOfAuthority:
            chain.set(.extendedKeyUsage, .extendedKeyUsage([.codeSigning, .emailProtection]), at: above)
        case .purposeOfAuthorityFits:
            chain.set(.extendedKeyUsage, .extendedKeyUsage([.clientAuth, .serverAuth]), at: above)
        case .noPurpose: chain.set(.extendedKeyUsage, nil, at: leaf)
        case .noLeafUsage: chain.set(.keyUsage, nil, at: leaf)
        case .usageWithoutSignature: chain.set(.keyUsage, .keyUsage(.keyAgreement), at: leaf)
        case .leafIsAuthority:
            chain.set(.basicConstraints, .basicConstraints(BasicConstraints(isAuthority: true)), at: leaf)
        case .noSubjectKey: chain.set(.subjectKeyIdentifier, nil, at: above)
        case .keyIdentifierCritical:
            let index = anywhere(&random)
            var item = NewExtension.subjectKeyIdentifier(spki: chain.parts[index].key.spki)
            item.isCritical = true
            chain.set(.subjectKeyIdentifier, item, at: index)
        case .extensionTwice:
            let index = anywhere(&random)
            chain.parts[index].extensions.append(chain.parts[index].extensions[0])
        default: try applyConstraint(fault, at: above)
        }
    }

    private mutating func applyConstraint(_ fault: ChainFault, at index: Int) throws {
        let mail: [GeneralName] = [
            .dns("pay.example.com"), .dns("*.example.org"), .ip([192, 0, 2, 7]), .email("a@b.example"),
        ]
        switch fault {
        case .dnsNotPermitted: constrain(permitted: [.dns("example.com"), .dns("a.example.org")], at: index)
        case .dnsExcluded: constrain(excluded: [.dns("EXAMPLE.org")], at: index)
        case .wildcardOverExcluded: constrain(excluded: [.dns("deep.example.org")], at: index)
        case .addressNotPermitted: constrain(permitted: [.ip([10, 0, 0, 0, 255, 0, 0, 0])], at: index)
        case .addressExcluded: constrain(excluded: [.ip([192, 0, 2, 0, 255, 255, 255, 240])], at: index)
        case .directoryNotPermitted:
            constrain(permitted: [.directory(try DistinguishedName([.country: "SE"]))], at: index)
        case .directoryExcluded:
            constrain(
                excluded: [.directory(try DistinguishedName([.country: "NO", .organization: "TEST"]))], at: index)
        case .mailNotPermitted:
            chain.set(.subjectAltName, .subjectAltName(mail), at: leaf)
            constrain(permitted: [.email(".b.example"), .email("x@b.example"), .email("c.example")], at: index)
        case .unsupportedConstraint:
            chain.set(.subjectAltName, .subjectAltName(mail + [.registeredID(OID(1, 2, 3))]), at: leaf)
            constrain(permitted: [.registeredID(OID(1, 2))], at: index)
        default: break
        }
    }

    /// Writes a policy qualifier: the URI of a practice statement (RFC 5280, section 4.2.1.4).
    private static func writePractice(_ writer: inout DERWriter) {
        writer.sequence { writer in
            writer.sequence { writer in
                writer.objectIdentifier(OID(1, 3, 6, 1, 5, 5, 7, 2, 1))
                writer.element(.ia5String, Array("https://ca.example/cps".utf8))
            }
        }
    }
}

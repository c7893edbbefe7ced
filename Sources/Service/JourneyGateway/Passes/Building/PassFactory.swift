public import Foundation
public import JourneyBase
import JourneyWire
import WalletPass

/// A builder of passes from a pass's record, its type's template, and the type's signer.
public struct PassFactory: Sendable {
    /// Pass types by identifier.
    let types: [String: PassTypeContent]
    /// The service's origin: its host is the relying party, and updates come from URLs below it.
    let origin: Origin
    private let now: @Sendable () -> Date

    public init(types: [PassTypeContent], origin: Origin, now: @escaping @Sendable () -> Date = { Date() }) {
        self.types = Dictionary(types.map { ($0.names.passTypeIdentifier, $0) }) { first, _ in first }
        self.origin = origin
        self.now = now
    }

    /// Returns the type if its certificate is valid now and belongs to `team`. Throws `SIGNER_UNAVAILABLE` or
    /// `CERTIFICATE_EXPIRED`.
    func type(_ identifier: String, team: String) throws(PassRefusal) -> PassTypeContent {
        guard let type = types[identifier], type.team == team else {
            throw PassRefusal(.signerUnavailable, retryAfter: .seconds(300))
        }
        let now = self.now()
        guard now <= type.notAfter else { throw PassRefusal(.certificateExpired, retryAfter: .seconds(3_600)) }
        guard now >= type.notBefore else { throw PassRefusal(.signerUnavailable, retryAfter: .seconds(300)) }
        return type
    }

    /// Builds the signed pass. An unchanged pass yields the same bytes with the same certificate. Throws `PassRefusal`.
    func make(_ pass: StoredPass) throws(PassRefusal) -> [UInt8] {
        let type = try type(pass.passTypeIdentifier, team: pass.teamIdentifier)
        let files = try files(of: pass, type)
        do throws(PassBuilder.Failure) {
            // The time of the change, not of the build, keeps the bytes reproducible.
            return try PassBuilder(signer: type.signer).build(files, at: max(pass.updated, type.notBefore))
        } catch {
            if case .crypto = error { throw PassRefusal(.signerUnavailable) }
            throw PassRefusal(.passInvalid)
        }
    }

    /// Returns the problems of a pass as sentences; empty if it can be built. `names` are the values given now: one without a
    /// place in the template is probably misspelt.
    func faults(of pass: StoredPass, naming names: Set<String>) -> [String] {
        guard let type = types[pass.passTypeIdentifier], type.team == pass.teamIdentifier else {
            return ["No signer of the pass's team is configured for its type."]
        }
        do throws(PassTemplate.Failure) {
            let (files, unused) = try PassFactory.filled(pass, type, origin)
            let misspelt = unused.intersection(names)
            guard misspelt.isEmpty else { throw .unused(misspelt.sorted()) }
            return PassCheck.faults(in: files, signer: type.names).filter { $0.severity == .error }.map(\.description)
        } catch {
            switch error {
            case .content: return ["The template has no valid pass.json."]
            case .missing(let names): return ["The template requires a value for: \(names.joined(separator: ", "))."]
            case .unused(let names): return ["The template has no place for: \(names.joined(separator: ", "))."]
            case .notText(let name):
                return ["The value of \(name) is used within a text but is neither text nor number."]
            }
        }
    }

    private func files(of pass: StoredPass, _ type: PassTypeContent) throws(PassRefusal) -> [String: [UInt8]] {
        do throws(PassTemplate.Failure) { return try PassFactory.filled(pass, type, origin).files } catch {
            throw PassRefusal(.passInvalid)
        }
    }

    /// Returns the template with the pass's values and the fields that no template may set, and the names of unused values.
    private static func filled(
        _ pass: StoredPass, _ type: PassTypeContent, _ origin: Origin
    ) throws(PassTemplate.Failure) -> (files: [String: [UInt8]], unused: Set<String>) {
        var (files, unused) = try type.template.filled(fromAmong: pass.values)
        guard let bytes = files["pass.json"], var content = (try? JSONReader.read(bytes))?.object else {
            throw .content
        }
        content["formatVersion"] = 1
        content["passTypeIdentifier"] = .string(type.names.passTypeIdentifier)
        content["teamIdentifier"] = .string(type.names.teamIdentifier)
        content["organizationName"] = .string(pass.organizationName)
        content["serialNumber"] = .string(pass.serialNumber)
        content["authenticationToken"] = .string(pass.authenticationToken)
        content["webServiceURL"] = .string("\(origin)\(PassUpdateContract.prefix)")
        content["voided"] = pass.isVoided ? true : nil
        if let binding = pass.binding {
            var profile: [String: JSONValue] = [
                "relyingPartyIdentifier": .string(origin.host), "accountHash": .string(pass.accountHash),
            ]
            profile[SignedBinding.hash] = pass.keyHash.map { .string($0) }
            content["fidoProfile"] = .object(profile)
            content[SignedBinding.data] = .object([SignedBinding.data: .string(binding)])
        }
        files["pass.json"] = JSONValue.object(content).compactBytes
        return (files, unused)
    }
}

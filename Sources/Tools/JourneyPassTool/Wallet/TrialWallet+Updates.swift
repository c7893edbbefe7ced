import Foundation
import JourneyBase
import WalletPass

/// What an update brought.
struct PassChange: Sendable, Hashable {
    /// A field that is not as it was.
    struct Field: Sendable, Hashable {
        let key: String
        let label: String
        let old: String?
        let new: String?
        /// What the person is told, where the field says what.
        let message: String?
    }

    let id: String
    let serialNumber: String
    let organization: String
    let fields: [Field]
    let isVoided: Bool

    init(id: String, serialNumber: String, organization: String, fields: [Field], isVoided: Bool) {
        self.id = id
        self.serialNumber = serialNumber
        self.organization = organization
        self.fields = fields
        self.isVoided = isVoided
    }

    /// Between two passes, in one language.
    init(_ old: PassFace, _ new: PassFace, id: String) {
        self.id = id
        serialNumber = new.serialNumber
        organization = new.organization
        isVoided = new.isVoided && !old.isVoided
        func list(_ face: PassFace) -> [PassFace.Field] { PassFace.parts.flatMap { face.fields[$0] ?? [] } }
        let before = Dictionary(list(old).map { ($0.key, $0) }) { first, _ in first }
        let after = Dictionary(list(new).map { ($0.key, $0) }) { first, _ in first }
        fields =
            list(new).filter { before[$0.key]?.value != $0.value }.map { field in
                Field(
                    key: field.key, label: field.label, old: before[field.key]?.value, new: field.value,
                    message: field.changeMessage?.replacing("%@", with: field.value))
            }
            + list(old).filter { after[$0.key] == nil }.map {
                Field(key: $0.key, label: $0.label, old: $0.value, new: nil, message: nil)
            }
    }
}

extension TrialWallet {
    /// Asks the web services what has changed and takes it in; `only` that pass, asked for itself, as when a person pulls it
    /// down. Gives what has changed, and what went wrong where a service was wrong: the other passes are looked at all the same.
    func update(only: KeptPass? = nil) async throws -> (changes: [PassChange], failures: [(KeptPass, JourneyError)]) {
        let claim = try await folder.claim()
        defer { withExtendedLifetime(claim) {} }
        let service = PassWebService(transport: transport, device: try await folder.device(surroundings.random))
        var (changes, failures): ([PassChange], [(KeptPass, JourneyError)]) = ([], [])
        let due = try await due(only, service, &failures)
        for pass in due.passes {
            do {
                if let change = try await refresh(pass, service) { changes.append(change) }
            } catch let error as JourneyError { failures.append((pass, error)) }
        }
        // What could not be had is asked for again next time.
        for tag in due.tags
        where !failures.contains(where: { $0.0.webService == tag.service && $0.0.names.passTypeIdentifier == tag.type })
        {
            try await folder.save(tag: tag.tag, tag.service, tag.type)
        }
        return (changes, failures)
    }

    private typealias Tag = (service: HTTPSURL, type: String, tag: String)

    /// The passes that are to be fetched, with what the services say about the state they are in then.
    private func due(
        _ only: KeptPass?, _ service: PassWebService, _ failures: inout [(KeptPass, JourneyError)]
    ) async throws -> (passes: [KeptPass], tags: [Tag]) {
        if let only { return ([only], []) }
        var groups: [String: [KeptPass]] = [:]
        for pass in try await folder.passes(verifier) {
            guard let address = pass.webService else { continue }
            groups["\(address) \(pass.names.passTypeIdentifier)", default: []].append(pass)
        }
        var (due, tags): ([KeptPass], [Tag]) = ([], [])
        for (_, group) in groups.sorted(by: { $0.key < $1.key }) {
            guard let first = group.first, let address = first.webService else { continue }
            let type = first.names.passTypeIdentifier
            do {
                // One that could not be registered when it was added.
                for pass in group where !pass.record.isRegistered {
                    try await service.register(pass)
                    var record = pass.record
                    record.isRegistered = true
                    try await folder.save(record, of: pass.id)
                }
                let since = try await folder.updateTag(address, type)
                guard let changed = try await service.changed(type, at: address, since: since) else { continue }
                let serials = Set(changed.serialNumbers)
                due += group.filter { serials.contains($0.serialNumber) }
                tags.append((address, type, changed.tag))
            } catch let error as JourneyError { failures.append((first, error)) }
        }
        return (due, tags)
    }

    /// Fetches a pass and takes it in the place of the old one; `nil` when it is as it was.
    private func refresh(_ pass: KeptPass, _ service: PassWebService) async throws -> PassChange? {
        guard let latest = try await service.latest(pass) else { return nil }
        let intake = PassIntake(verifier: verifier, now: surroundings.now())
        // A bound pass stays bound, and to the same.
        let received = try intake.take(
            latest.bytes, names: pass.names, serialNumber: pass.serialNumber,
            binding: PassIntake.binding(of: pass.content))
        guard received.content["authenticationToken"]?.string == pass.authenticationToken else {
            throw JourneyError(.walletPassOther, "The pass has another authentication token, which never changes.")
        }
        let registered = try await folder.passes(verifier).first { $0.id == pass.id }?.record.isRegistered ?? false
        let record = KeptPass.Record(
            lastModified: latest.lastModified, isRegistered: registered, digest: KeptPass.digest(latest.bytes))
        try await folder.keep(received, record: record)
        guard latest.bytes != pass.bytes,
            let old = PassFace(verifier.examine(pass.bytes, at: surroundings.now()).files, languages: ["en"]),
            let new = PassFace(received.verified.files, languages: ["en"])
        else { return nil }
        return PassChange(old, new, id: pass.id)
    }
}

extension TrialWallet {
    /// Takes a pass out, and tells its service first. What that says is given back where it is no yes: the pass goes all the
    /// same.
    func remove(_ pass: KeptPass) async throws -> String? {
        let claim = try await folder.claim()
        defer { withExtendedLifetime(claim) {} }
        var notice: String?
        if pass.record.isRegistered {
            let device = try await folder.device(surroundings.random)
            do { try await PassWebService(transport: transport, device: device).unregister(pass) } catch let error
                as JourneyError
            { notice = error.message }
        }
        try await folder.remove(pass)
        return notice
    }
}

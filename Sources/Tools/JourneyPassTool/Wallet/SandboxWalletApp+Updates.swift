import Foundation
import JourneyBase
import WalletPass

extension SandboxWalletApp {
    /// A pass with the error of its update.
    typealias Failure = (InstalledPass, JourneyError)

    /// Asks the web services for changes and stores them. With `only`, fetches the pass of that id directly, as when a person
    /// pulls it down.
    ///
    /// Returns the changes, and the failures of services; one failure does not stop the others. Throws `WALLET_PASS_UNKNOWN` when
    /// that pass is gone.
    func update(only: String? = nil) async throws -> (changes: [PassChange], failures: [Failure]) {
        let claim = try await folder.claim()
        defer { withExtendedLifetime(claim) {} }
        let service = PassWebService(transport: transport, device: try await folder.device(dependencies.random))
        var (due, failures): (Due, [Failure]) = (Due(), [])
        if let only { due.passes = [try await pass(only)] } else { (due, failures) = try await self.due(service) }
        var (changes, lost): ([PassChange], [Failure]) = ([], [])
        for pass in due.passes {
            do {
                if let change = try await refresh(pass, service) { changes.append(change) }
            } catch let error as JourneyError { lost.append((pass, error)) }
        }
        // Failed passes are fetched again next time, unregistered ones once they are registered.
        for tag in due.tags
        where !lost.contains(where: { $0.0.webService == tag.service && $0.0.names.passTypeIdentifier == tag.type }) {
            try await folder.save(tag: tag.tag, tag.service, tag.type)
        }
        return (changes, failures + lost)
    }

    /// Returns the pass as stored now, under the wallet's lock, since it may have changed.
    private func pass(_ id: String) async throws -> InstalledPass {
        guard let pass = try await folder.passes(verifier).first(where: { $0.id == id }) else {
            throw JourneyError(.walletPassUnknown, "The pass \(id) is no longer in the wallet.")
        }
        return pass
    }

    /// The passes to fetch, with the update tags to store afterwards.
    private struct Due {
        var passes: [InstalledPass] = []
        var tags: [(service: HTTPSURL, type: String, tag: String)] = []
    }

    private func due(_ service: PassWebService) async throws -> (Due, [Failure]) {
        var groups: [String: [InstalledPass]] = [:]
        for pass in try await folder.passes(verifier) {
            guard let address = pass.webService else { continue }
            groups["\(address) \(pass.names.passTypeIdentifier)", default: []].append(pass)
        }
        var (due, failures): (Due, [Failure]) = (Due(), [])
        for (_, group) in groups.sorted(by: { $0.key < $1.key }) {
            let (known, late, refused) = try await registered(group, service)
            failures += refused
            // The service does not report changes before the registration.
            due.passes += late
            // The service has no list without a registered pass.
            guard let first = (known + late).first, let address = first.webService else { continue }
            let type = first.names.passTypeIdentifier
            do {
                let since = try await folder.updateTag(address, type)
                guard let changed = try await service.changed(type, at: address, since: since) else { continue }
                let serials = Set(changed.serialNumbers)
                due.passes += known.filter { serials.contains($0.serialNumber) }
                due.tags.append((address, type, changed.tag))
            } catch let error as JourneyError { failures.append((first, error)) }
        }
        return (due, failures)
    }

    /// Registers the passes of a group whose registration failed when they were added, each separately.
    private func registered(
        _ group: [InstalledPass], _ service: PassWebService
    ) async throws -> (known: [InstalledPass], late: [InstalledPass], refused: [Failure]) {
        var (known, late, refused): ([InstalledPass], [InstalledPass], [Failure]) = ([], [], [])
        for var pass in group {
            guard !pass.record.isRegistered else {
                known.append(pass)
                continue
            }
            do {
                try await service.register(pass)
                // The tag is stored with the fetched passes, so that failed ones are due again.
                pass.record.isRegistered = true
                late.append(pass)
            } catch let error as JourneyError { refused.append((pass, error)) }
        }
        return (known, late, refused)
    }

    /// Fetches a pass and replaces the old one; `nil` when it has not changed.
    private func refresh(_ pass: InstalledPass, _ service: PassWebService) async throws -> PassChange? {
        guard let latest = try await service.latest(pass) else {
            try await folder.save(pass.record, of: pass.id)
            return nil
        }
        let intake = PassIntake(verifier: verifier, now: dependencies.now())
        // The binding of a pass must not change.
        let received = try intake.take(
            latest.bytes, names: pass.names, serialNumber: pass.serialNumber,
            binding: PassIntake.binding(of: pass.content))
        guard received.content["authenticationToken"]?.string == pass.authenticationToken else {
            throw JourneyError(.walletPassOther, "The pass has another authentication token, which must not change.")
        }
        let record = InstalledPass.Record(
            lastModified: latest.lastModified, isRegistered: pass.record.isRegistered,
            digest: InstalledPass.digest(latest.bytes))
        try await folder.save(received, record: record)
        // The same files with a new signature are not a change.
        let files = verifier.examine(pass.bytes, at: dependencies.now()).files
        guard files != received.verified.files, let old = PassFace(files, languages: ["en"]),
            let new = PassFace(received.verified.files, languages: ["en"])
        else { return nil }
        return PassChange(old, new, id: pass.id)
    }

    /// Removes the pass of that id after unregistering it. Returns the service's error, which does not prevent the removal.
    /// Throws `WALLET_PASS_UNKNOWN` when the pass is gone.
    func remove(_ id: String) async throws -> String? {
        let claim = try await folder.claim()
        defer { withExtendedLifetime(claim) {} }
        let pass = try await pass(id)
        var notice: String?
        if pass.record.isRegistered {
            let device = try await folder.device(dependencies.random)
            do { try await PassWebService(transport: transport, device: device).unregister(pass) } catch let error
                as JourneyError
            { notice = error.message }
        }
        try await folder.remove(pass)
        return notice
    }
}

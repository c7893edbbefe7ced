import JourneyBase
import WalletPass

extension SandboxWalletApp {
    /// Stores passes, all before the first is registered, so that no service can act between them.
    func save(_ passes: [ReceivedPass]) async throws {
        let there = try await folder.passes(verifier)
        var ids = Set(there.map(\.id))
        for pass in passes {
            // A pass type belongs to one team; another team's certificate cannot replace its passes.
            guard there.allSatisfy({ $0.id != pass.id || $0.names == pass.verified.names }) else {
                throw JourneyError(
                    .walletPassOther, "The wallet already has a pass of that type and serial number from another team.")
            }
        }
        for pass in passes {
            try await folder.save(
                pass, record: InstalledPass.Record(isRegistered: false, digest: InstalledPass.digest(pass.bytes)))
            let isNew = ids.insert(pass.id).inserted
            report(.stored(id: pass.id, serialNumber: pass.verified.serialNumber, isNew: isNew))
        }
        for pass in passes { try await register(pass) }
    }

    /// Registers for updates. A failure of the web service does not undo the addition.
    private func register(_ pass: ReceivedPass) async throws {
        var record = InstalledPass.Record(isRegistered: false, digest: InstalledPass.digest(pass.bytes))
        guard let kept = InstalledPass(pass.bytes, pass.verified.files, record: record), let service = kept.webService
        else {
            return
        }
        let device = try await folder.device(dependencies.random)
        do {
            try await PassWebService(transport: transport, device: device).register(kept)
            record.isRegistered = true
            try await folder.save(record, of: pass.id)
            report(.registered(host: service.origin.host))
        } catch let error as JourneyError {
            report(.notRegistered(reason: error.message))
        }
    }
}

internal import JourneyBase
internal import JourneyCrypto

/// An approval key in an enclave, which opens with a finger or a face that was enrolled when it was made.
///
/// Nobody is asked for a signature that cannot be made: before each prompt the key, the enrolment and earlier failures are looked at.
struct EnclaveApprovalKey: ApprovalKey {
    private let keys: EnclaveKeys
    private let kept: InstanceKeyStore

    init(_ enclave: any KeyEnclave, store: any SecretStore) {
        let keys = EnclaveKeys(enclave: enclave, store: store)
        self.keys = keys
        // Two who come at once, when there is none yet, get the same.
        kept = InstanceKeyStore(isRemembered: false) {
            if let key = try await keys.approvalKey() { return key }
            return try await keys.makeApprovalKey()
        }
    }

    var drawsAboveScreens: Bool { true }

    func requireUsable() async throws {
        // A key that a finger or a face opens is not made where there is none, and what is not made is no damage.
        try keys.enclave.requireBiometrics()
        guard try await keys.approvalKey() != nil else { return }
        try EnclaveApprovalKey.check(try await keys.approvalRecord().standing(keys.enclave.enrolment()))
    }

    func unlock(showing statement: String) async throws -> any SigningKey {
        try await requireUsable()
        guard let key = try await kept.key() as? any EnclaveSigningKey else {
            throw JourneyError(.storeFailed, "Opening 'approval-key' failed: it is no key of an enclave.")
        }
        return SingleUseKey(RecordedKey(try await key.unlocked(showing: statement), keys))
    }

    fileprivate static func check(_ standing: ApprovalKeyRecord.Status) throws(JourneyError) {
        switch standing {
        case .usable, .doubtful: return
        case .enrolmentChanged:
            throw JourneyError(
                .enrolmentChanged,
                "Using 'approval-key' failed: the enrolled fingers or faces were changed since it was made. Erase it.")
        case .unusable: throw EnclaveKeys.unusable("approval-key")
        }
    }
}

/// An opened approval key, of which is remembered whether it signs.
private struct RecordedKey: SigningKey {
    let key: any SigningKey
    let keys: EnclaveKeys

    init(_ key: any SigningKey, _ keys: EnclaveKeys) {
        self.key = key
        self.keys = keys
    }

    var publicKey: P256PublicKey { key.publicKey }

    func sign(_ message: [UInt8]) async throws -> [UInt8] {
        let signature: [UInt8]
        do { signature = try await key.sign(message) } catch {
            var record = try await keys.approvalRecord()
            record.refused()
            try? await keys.save(record)
            try EnclaveApprovalKey.check(record.standing(keys.enclave.enrolment()))
            throw error
        }
        // A signature that was given counts, whatever becomes of what is remembered of it.
        if var record = try? await keys.approvalRecord(), record.signed(keys.enclave.enrolment()) {
            try? await keys.save(record)
        }
        return signature
    }
}

internal import Foundation
internal import JourneyBase
internal import JourneyDevice
internal import JourneyLanguage

/// Fetches the bank's remote configuration, checks it, keeps it, and says what holds now.
///
/// Nothing of it counts before its signature. A document that is older than one that was seen is refused, and so is another
/// one of the same number, across restarts. Where the bank cannot be heard, its last word holds for as long as that word
/// says; after that, nothing runs.
struct RemoteSource: Sendable {
    static let options = HTTPOptions(timeout: .seconds(10), bodyLimit: RemoteConfiguration.limit)
    /// How far the device's clock may stand before the latest moment that it has shown since the last word; beyond that the
    /// word's age means nothing.
    private static let setBack: TimeInterval = 300

    let config: HSBCInitConfig
    let network: RunNetwork
    let identity: RequestIdentity
    let memory: RemoteConfigurationCache
    let dependencies: Dependencies

    /// What holds, and how it is known.
    struct RemoteState: Sendable {
        let configuration: RemoteConfiguration
        /// The pins that hold instead of the host app's own for the same hosts.
        let pins: PinPolicy
        /// Until when it holds when nothing more is heard.
        let end: Date
        /// Why the bank could not be heard this time; `nil` when it was.
        var silence: JourneyError?
    }

    /// The bank's word now, or its last where it cannot be heard. Throws the code of what is wrong, `STORE_FAILED`, or
    /// `CancellationError`.
    func word() async throws -> RemoteState {
        let record = try await memory.load()
        do { return try await hear(record) } catch let error as JourneyError where error.code != .storeFailed {
            let kept = kept(record)
            // Also where the word is over: a clock that is then set back must not make it hold again.
            try await note(record)
            guard var kept else { throw error }
            kept.silence = error
            return kept
        }
    }

    /// The pins of the bank's last word, while it holds; none without one.
    func knownPins() async -> PinPolicy { kept(try? await memory.load())?.pins ?? .none }

    /// Asks the bank.
    private func hear(_ record: RemoteRecord?) async throws -> RemoteState {
        guard let url = config.remoteConfigurationAddress else {
            throw JourneyError(.configurationInvalid, "The remote configuration's address cannot be made.")
        }
        // What no longer verifies (its key was withdrawn) is not offered as known.
        let known = record.flatMap { record in (try? verified(record.document)).map { (record, $0) } }
        var request = HTTPRequest(
            url: url, headers: identity.headers(span: .random(dependencies), token: nil))
        request.headers["Accept"] = "application/jose"
        if let known { request.headers["If-None-Match"] = known.0.entityTag }
        let response: HTTPResponse
        do {
            // What comes carries its own signature, so the keys that the app was shipped with will do as well: pins that
            // the bank got wrong must not keep its next word out.
            let pins = try known?.1.configuration.pinPolicy() ?? .none
            let trust = TLSTrust(
                authorities: config.endpoints.trust.authorities, pins: config.endpoints.trust.pins.extended(by: pins))
            response = try await network.transport(believing: trust).send(request, options: RemoteSource.options)
        } catch let error as JourneyError {
            // Who never heard the bank, or hears somebody else, is told just that.
            let isPlain =
                [.tlsFail, .pinningFail].contains(error.code)
                || record == nil && [.netUnreachable, .netTimeout].contains(error.code)
            throw isPlain ? error : RemoteSource.unavailable("cannot be fetched (\(error.code))")
        } catch  where !Task.isCancelled {
            // A host's own transport may fail with anything.
            throw RemoteSource.unavailable("cannot be fetched")
        }
        switch response.status {
        case 304:
            guard let known, known.0.entityTag != nil else {
                throw RemoteSource.unavailable("was called unchanged, and none was known")
            }
            return try await keep(known.0, known.1.configuration)
        case 200:
            let document = try verified(response.body)
            try check(document, against: record)
            return try await keep(
                RemoteRecord(
                    sequence: document.configuration.sequence, digest: document.digest, document: response.body,
                    entityTag: RemoteSource.entityTag(of: response), confirmed: dependencies.now()),
                document.configuration)
        default: throw RemoteSource.unavailable("was answered with the status \(response.status)")
        }
    }

    /// Remembers that the bank says `configuration` now.
    private func keep(_ record: RemoteRecord, _ configuration: RemoteConfiguration) async throws -> RemoteState {
        var record = record
        record.confirmed = dependencies.now()
        // The bank is heard now, so a clock that once ran ahead is forgiven.
        record.seen = record.confirmed
        // A run that is over writes nothing: the next one may have heard more by now.
        try Task.checkCancellation()
        try await memory.save(record)
        return try word(configuration, confirmed: record.confirmed)
    }

    /// Remembers what time it has been without the bank's word.
    private func note(_ record: RemoteRecord?) async throws {
        guard var record, dependencies.now() > record.seen else { return }
        record.seen = dependencies.now()
        try Task.checkCancellation()
        try await memory.save(record)
    }

    private func verified(_ document: [UInt8]) throws(JourneyError) -> VerifiedRemoteConfiguration {
        let verified = try RemoteConfiguration.verify(
            document, keys: config.endpoints.remoteConfigurationKeys, environment: config.environment.rawValue,
            now: dependencies.now())
        let pins = try verified.configuration.pinPolicy()
        // A forgotten member must not open what the app was shipped to hold: the gateway is only one such host.
        if let host = config.endpoints.trust.pins.exposed(by: pins) {
            throw JourneyError(
                .remoteConfigInvalid,
                "The remote configuration's pins would leave the subdomains of \(host) without any.")
        }
        return verified
    }

    private func check(
        _ document: VerifiedRemoteConfiguration, against record: RemoteRecord?
    ) throws(JourneyError) {
        guard let record else { return }
        guard document.configuration.sequence >= record.sequence else {
            throw JourneyError(.remoteConfigRollback, "The remote configuration is older than one that was seen.")
        }
        guard document.configuration.sequence > record.sequence || document.digest == record.digest else {
            throw JourneyError(
                .remoteConfigRollback, "The remote configuration differs from the one that was seen of its number.")
        }
    }

    /// The last word, while it holds.
    private func kept(_ record: RemoteRecord?) -> RemoteState? {
        guard let record, let document = try? verified(record.document),
            let word = try? word(document.configuration, confirmed: record.confirmed)
        else { return nil }
        let now = dependencies.now()
        guard now <= word.end, now >= record.seen.addingTimeInterval(-RemoteSource.setBack) else { return nil }
        return word
    }

    private func word(_ configuration: RemoteConfiguration, confirmed: Date) throws(JourneyError) -> RemoteState {
        let grace = confirmed.addingTimeInterval(configuration.grace / .seconds(1))
        return RemoteState(
            configuration: configuration, pins: try configuration.pinPolicy(), end: min(grace, configuration.notAfter))
    }

    static func unavailable(_ what: String) -> JourneyError {
        JourneyError(.remoteConfigUnavailable, "The remote configuration \(what).", recovery: .restart)
    }

    /// Kept when it is of a tag's shape and length, because it goes back into a header.
    private static func entityTag(of response: HTTPResponse) -> String? {
        response.headers["ETag"].flatMap { tag in
            tag.utf8.count <= 256 && HTTPFields.isSafe(name: "If-None-Match", value: tag) ? tag : nil
        }
    }
}

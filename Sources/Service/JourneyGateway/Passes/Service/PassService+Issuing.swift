import Foundation
import JourneyBase
import JourneyCrypto
import JourneyServer
import JourneyWire
import WalletPass

/// Creates and signs the data that binds a pass to its holder's account.
///
/// Only the signature is computed per request: certificates and keys are loaded, and concurrent requests share their database
/// queries. Nothing is signed without a stored session.
extension PassService {
    typealias Issuing = (caller: PassStore.Caller?, result: PassStore.IssuingResult)

    /// The maximum number of sessions begun in one transaction.
    private static let most = 64

    static func issuing(
        _ store: PassStore, _ factory: PassFactory, _ settings: PassSettings, _ gate: PassRateLimiter,
        _ dependencies: Dependencies
    ) throws(JourneyError) -> WorkCoalescer<PassStore.IssuingQuestion, Issuing> {
        guard let callback = HTTPSURL(origin: settings.origin, path: PassContract.callback.path) else {
            throw JourneyError(.configurationInvalid, "passes: the service's origin forms no valid callback URL.")
        }
        return WorkCoalescer(most: PassService.most) { questions in
            let now = dependencies.now()
            return try await store.issue(questions, now: PassStore.moment(now)) {
                question, caller, pass throws(PassRefusal) in
                _ = try factory.type(pass.names.type, team: pass.names.team)
                let random = settings.identifiers == .random
                let identifier = random ? dependencies.identifier() : String(pass.tag)
                let data = IssuerBindingData(
                    relyingPartyIdentifier: settings.origin.host, accountHash: pass.accountHash, keyHash: pass.keyHash,
                    created: now, sessionIdentifier: identifier, callback: callback,
                    names: PassSignerNames(passTypeIdentifier: pass.names.type, teamIdentifier: pass.names.team),
                    displayableName: pass.organization)
                let created = PassStore.moment(now)
                // Counted per tag, whatever name and token the request uses. Both counts apply, or neither.
                let tag = Array("tag \(pass.tag)".utf8)
                try gate.count(tag, most: settings.rates.tag, now: created)
                do throws(PassRefusal) {
                    try gate.count(question.token, of: caller, most: settings.rates.issuerData, now: created)
                } catch {
                    gate.revert(tag, now: created)
                    throw error
                }
                return PassStore.NewSession(
                    id: PassToken.hash(of: identifier), issuerData: data.bytes, created: created,
                    expires: created + Int64(settings.sessionTime / .milliseconds(1)),
                    type: pass.names.type)
            }
        }
    }

    /// Returns signed binding data for the pass of a tag. Throws `PassRefusal`.
    func issue(token: [UInt8], _ attribute: TagAttribute, _ tag: String) async throws(PassRefusal) -> IssuerDataAnswer {
        let now = PassStore.moment(dependencies.now())
        try gate.refuseExhausted(token, most: settings.rates.issuerData, now: now)
        let answer: Issuing
        do {
            answer = try await issuing.answer(
                PassStore.IssuingQuestion(token: token, attribute: attribute, tag: tag))
        } catch { throw PassRefusal(error) }
        // Before a refusal is thrown, so that the log names the caller.
        answer.caller?.identify()
        let (pass, session) = try answer.result.get()
        let signer = try factory.type(session.type, team: pass.names.team).signer
        let time = Date(timeIntervalSince1970: TimeInterval(session.created / 1_000))
        do throws(CryptoError) {
            // Signs the exact bytes that are stored and sent.
            let signature = try await BackgroundWork.run { () throws(CryptoError) in
                try signer.sign(session.issuerData, at: time)
            }
            return IssuerDataAnswer(
                issuerData: Data(session.issuerData).base64EncodedString(),
                signature: Data(signature).base64EncodedString(), tag: String(pass.tag))
        } catch { throw PassRefusal(.signerUnavailable) }
    }
}

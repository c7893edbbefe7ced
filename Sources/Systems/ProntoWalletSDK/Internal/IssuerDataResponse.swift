import Foundation
import JourneyBase
import JourneyWire
import WalletPass

/// The service's response for a tag: signed binding data. Data and signature stay unchanged, because the device verifies them
/// together.
struct IssuerDataResponse: Sendable {
    let issuerData: [UInt8]
    let signature: [UInt8]
    let binding: IssuerBindingData

    /// Parses `{issuer_data, signature, tag_id}` with binding data inside; `nil` for anything else.
    init?(_ body: [UInt8]) {
        guard
            let answer = try? IssuerDataAnswer(body, limits: JSONLimits(bytes: APIClient.longestAnswer, depth: 4)),
            let data = Data(base64Encoded: answer.issuerData),
            let signature = Data(base64Encoded: answer.signature), !signature.isEmpty,
            let binding = try? IssuerBindingData(reading: [UInt8](data))
        else { return nil }
        issuerData = binding.bytes
        self.signature = [UInt8](signature)
        self.binding = binding
    }
}

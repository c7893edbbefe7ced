// must fail: call can throw, but it is not marked with 'try' and the error is not handled
// What an issuer has signed may be no pass at all.
import Foundation
import PassKit

enum Sample {
    @MainActor static func sheet(_ data: Data, _ signature: Data) -> PKAddPassesViewController {
        PKAddPassesViewController(issuerData: data, signature: signature)
    }
}

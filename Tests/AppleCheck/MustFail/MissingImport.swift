// must fail: cannot find type 'Data' in scope
// The stubs' Foundation is no way around the import.
import CryptoKit

enum Sample {
    static func digest(_ data: Data) -> [UInt8] { Array(SHA256.hash(data: data)) }
}

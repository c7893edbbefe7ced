// must fail: result of call to 'SecItemUpdate' is unused
// A status of the Keychain that nobody looks at.
import Security

enum Sample {
    static func update(_ query: CFDictionary, _ change: CFDictionary) { SecItemUpdate(query, change) }
}

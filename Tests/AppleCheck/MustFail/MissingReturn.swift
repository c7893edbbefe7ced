// must fail: missing return in static method expected to return 'Int32'
// A function that forgets one of its ways out: bare type-checking would not see it.
import Security

enum Sample {
    static func status(_ query: CFDictionary) -> Int32 {
        if SecItemDelete(query) == errSecSuccess { return 0 }
    }
}

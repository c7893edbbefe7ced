// must fail: return from initializer without initializing all stored properties
// A property that one way through an initialiser leaves out: bare type-checking would not see it.
import Security

final class Sample {
    let status: Int32

    init(_ query: CFDictionary) {
        if SecItemDelete(query) == errSecSuccess { status = 0 }
    }
}

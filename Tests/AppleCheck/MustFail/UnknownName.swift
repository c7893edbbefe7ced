// must fail: cannot find 'kSecAttrAccessibleAlwaysThisDeviceOnly' in scope
// A name that the adapters do not use, or that Apple withdrew, is in no stub.
import Security

enum Sample {
    static var accessible: CFString { kSecAttrAccessibleAlwaysThisDeviceOnly }
}

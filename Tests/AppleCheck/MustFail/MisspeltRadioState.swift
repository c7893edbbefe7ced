// must fail: type 'Sample' does not conform to protocol 'CBCentralManagerDelegate'
// A radio whose switching off nobody would hear of.
import CoreBluetooth
import Foundation

final class Sample: NSObject, CBCentralManagerDelegate {
    func centralManagerDidChangeState(_: CBCentralManager) {}
}

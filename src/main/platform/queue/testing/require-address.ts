import { readAddress, type DatabaseAddress } from '../address.ts'

/** Reads an address that is one. */
export function requireAddress(text: string): DatabaseAddress {
  const address = readAddress(text)
  if ('fault' in address) throw new Error(address.fault)
  return address
}

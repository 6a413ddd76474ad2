import { libraryFilterSchema, type LibraryFilter } from '../../../shared/library/library-filter-types.ts'
import { readAddressStep, toAddressStep } from './address-step.ts'

/** A filter as one step of an address. Open criteria may be omitted. */
export function formatLibraryFilterAddress(filter: Partial<LibraryFilter>): string {
  return toAddressStep(JSON.stringify(filter))
}

/** The filter that an address names, or null where it names none. */
export function readLibraryFilter(address: string): LibraryFilter | null {
  try {
    return libraryFilterSchema.parse(JSON.parse(readAddressStep(address) ?? ''))
  } catch {
    return null
  }
}

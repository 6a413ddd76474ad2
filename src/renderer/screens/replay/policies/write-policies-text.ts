import { Document, isMap, isSeq } from 'yaml'
import type { ReplayPolicyEntry } from '../../../../shared/replay/replay-policy-types.ts'

/** A file of policies as `dewpoint replay --policy` takes it, one policy a line. */
export function writePoliciesText(policies: readonly ReplayPolicyEntry[]): string {
  const document = new Document({ policies })
  const list = document.get('policies')
  if (isSeq(list)) for (const item of list.items) if (isMap(item)) item.flow = true
  return document.toString({ lineWidth: 0 })
}

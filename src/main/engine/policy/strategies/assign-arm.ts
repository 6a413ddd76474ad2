import { fnv1a } from '../../../../shared/lib/fnv1a.ts'

/** Which of so many arms a key belongs to: always the same one, and each its share of many keys. */
export function assignArm(key: string, arms: number): { readonly at: number; readonly hash: number } {
  const hash = fnv1a(key)
  return { at: hash % arms, hash }
}

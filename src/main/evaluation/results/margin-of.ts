export { marginOf } from '../../../shared/lib/margin-of.ts'

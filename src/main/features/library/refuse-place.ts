import type { AppInfo } from '../../../shared/installation/app-contract.ts'
import { Problem } from '../common/problem.ts'

/**
 * Throws a `Problem` where a page names the place of a file that is read or written without having been opened: only
 * whoever types a command may name any place. `option` is how the command line takes it, such as `use --file`.
 */
export function refusePlace(door: AppInfo['door'], place: string | undefined, option: string): void {
  if (place === undefined || door === 'command-line') return
  throw new Problem({
    code: 'not-allowed',
    message: 'A page may not name the file or folder that is written',
    where: place,
    hint: `Leave it out, or use \`dewpoint ${option}\`.`,
  })
}

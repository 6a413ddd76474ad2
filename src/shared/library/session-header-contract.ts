/**
 * Header of the half of a browser session that the page keeps: the host answers with it once, and the page sends it with
 * every call. Its name is also the key under which the page stores it.
 */
export const sessionHeader = 'x-dewpoint-session'

/** Numbers of specification section 9 that the parts of the interface keep. Lengths in CSS pixels, times in ms. */

/** Below this width a screen is a phone's. */
export const mobileBelow = 768;

/** Touch devices of these widths are tablets, both ends included. */
export const tabletWidths = { from: 900, to: 1440 } as const;

/** A tooltip opens after this long; inside the sidebar, and so soon after another one, at once. */
export const tooltip = { delay: 700, sidebarDelay: 0, skipDelay: 300 } as const;

/** A toast stays this long, and goes when it is swiped this far. */
export const toastTimes = { duration: 5000, swipeThreshold: 50 } as const;

/** The bar of a scroll area hides this long after it was moved. */
export const scrollHideDelay = 600;

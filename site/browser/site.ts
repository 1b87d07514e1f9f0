/** What every page can do besides showing its text: another theme, copying of code, search. */
import { addCopyButtons } from './copy';
import { addSearch } from './search-dialog';
import { addThemeSwitch } from './theme-switch';

addThemeSwitch();
addCopyButtons();
addSearch();

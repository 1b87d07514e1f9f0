/** Tools of every page: another theme, copying of code, samples as tabs, search, and the reader's place. */
import { addCopyButtons } from './copy';
import { showPlace } from './place';
import { addSampleTabs } from './samples';
import { addSearch } from './search-dialog';
import { addThemeSwitch } from './theme-switch';

addThemeSwitch();
addCopyButtons();
addSampleTabs();
addSearch();
showPlace();

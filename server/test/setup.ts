import fc from 'fast-check';

// What a property failed by stands in the report itself, where reports of a run that keep no causes still have it.
fc.configureGlobal({ ...fc.readConfigureGlobal(), includeErrorInReport: true });

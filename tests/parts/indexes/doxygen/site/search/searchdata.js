var indexSectionsWithContent = {0: 'ab', 1: 'c'};
